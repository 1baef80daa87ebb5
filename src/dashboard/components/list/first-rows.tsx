import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'

interface FirstRowsProps<Row> {
  rows: readonly Row[]
  /** How many are drawn at first, and how many more at each click. */
  first: number
  further: number
  children: (rows: readonly Row[]) => ComponentChildren
}

/** The first rows of a list, and a button for more while there are more. */
export function FirstRows<Row>({ rows, first, further, children }: FirstRowsProps<Row>) {
  const [count, setCount] = useState(first)
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && <MoreButton onClick={() => setCount((old) => old + further)} />}
    </>
  )
}

/** Below a list: leads to the rows that are not there yet. */
export const MoreButton = ({ onClick }: { onClick: () => void }) => (
  <div class="metric-more">
    <button type="button" class="button-bare" onClick={onClick}>
      <Icon name="more" />
      {t('metric.more')}
    </button>
  </div>
)
