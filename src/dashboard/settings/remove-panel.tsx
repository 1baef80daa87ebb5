import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Panel } from '../components/panel.tsx'
import { go } from '../state/location.ts'
import { isolated, t } from '../text/messages.ts'

interface RemovePanelProps {
  name: string
  /** What is asked to delete it. */
  path: string
  /** Path of the page to go to when it is gone. */
  next: string
  /** What will go. */
  children: ComponentChildren
}

/** Says what deleting takes away, and does it. */
export function RemovePanel({ name, path, next, children }: RemovePanelProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Panel title={t('delete')}>
      <div class="deed">
        {children}
        <button type="button" class="button button-danger" onClick={() => setAsked(true)}>
          {t('delete.name', { name: isolated(name) })}
        </button>
      </div>
      {isAsked && (
        <RemoveDialog
          name={name}
          path={path}
          onRemoved={() => go(next)}
          onClose={() => setAsked(false)}
        >
          {children}
        </RemoveDialog>
      )}
    </Panel>
  )
}
