import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Panel } from '../components/panel.tsx'
import { go } from '../state/location.ts'
import { isolated, t } from '../text/messages.ts'

interface RemovePanelProps {
  name: string
  /** The path that deletes it. */
  path: string
  /** Path of the page to go to when it is gone. */
  next: string
  /** What will go. */
  children: ComponentChildren
}

/** Names what deleting takes away, and deletes it after a confirmation. */
export function RemovePanel({ name, path, next, children }: RemovePanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={t('delete')}>
      <div class="deed">
        {children}
        <button type="button" class="button button-danger" onClick={() => setOpen(true)}>
          {t('delete.name', { name: isolated(name) })}
        </button>
      </div>
      {isOpen && (
        <RemoveDialog
          name={name}
          path={path}
          onRemoved={() => go(next)}
          onClose={() => setOpen(false)}
        >
          {children}
        </RemoveDialog>
      )}
    </Panel>
  )
}
