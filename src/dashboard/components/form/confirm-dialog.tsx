import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../state/api.ts'
import { isolated, t } from '../../text/messages.ts'
import { typeable } from '../../text/user-text.ts'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Form } from './form.tsx'

interface ConfirmDialogProps {
  title: string
  /** The name that has to be typed; without one the button is enough. */
  name?: string
  /** What the button says: the deed. */
  deed: string
  onConfirm: () => Promise<Answer<unknown>>
  onClose: () => void
  /** What will go. */
  children: ComponentChildren
}

/** Asks before something is destroyed. Closes itself when it is done. */
export function ConfirmDialog({
  title,
  name,
  deed,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const confirm = async () => {
    const answer = await onConfirm()
    if (answer.ok) onClose()
    return answer
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={deed}
        onSubmit={confirm}
        onCancel={onClose}
        cancel={t('cancel')}
        isDangerous
        isDisabled={name !== undefined && typeable(typed) !== typeable(name)}
      >
        <div class="confirm-text">{children}</div>
        {name !== undefined && (
          <TextField
            label={t('confirm.type', { name: isolated(name.trim()) })}
            value={typed}
            onChange={setTyped}
            input={{ autocomplete: 'off', spellcheck: false }}
          />
        )}
      </Form>
    </Dialog>
  )
}
