import type { ComponentChildren } from 'preact'
import { refreshAnswers } from '../../state/answer.ts'
import { ask } from '../../state/api.ts'
import { isolated, t } from '../../text/messages.ts'
import { toast } from '../toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface RemoveDialogProps {
  /** Its name, which has to be typed. */
  name: string
  /** The path that deletes it. */
  path: string
  /** After it is gone. */
  onRemoved?: () => void
  onClose: () => void
  /** What will go. */
  children: ComponentChildren
}

/** Deletes something for good, after its name was typed. */
export function RemoveDialog({ name, path, onRemoved, onClose, children }: RemoveDialogProps) {
  const remove = async () => {
    const answer = await ask(path, { method: 'DELETE' })
    if (answer.ok) {
      // First away from its page, so that nothing asks for what is gone.
      onRemoved?.()
      refreshAnswers()
      toast(t('deleted', { name: isolated(name) }))
    }
    return answer
  }
  return (
    <ConfirmDialog
      title={t('delete.title', { name: isolated(name) })}
      name={name}
      deed={t('delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
