import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'
import { ScrollBox } from '../list/scroll-box.tsx'

interface AsTableProps {
  /** What the table shows. */
  label: string
  /** Makes the table, once it is wanted. */
  children: () => ComponentChildren
}

/** Below a picture: the same numbers as a table, for those who would rather read them. */
export function AsTable({ label, children }: AsTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="as-table"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="down" />
        {t('asTable')}
      </summary>
      {isOpen && (
        <div class="as-table-box">
          <ScrollBox label={t('asTable.of', { name: label })}>{children()}</ScrollBox>
        </div>
      )}
    </details>
  )
}
