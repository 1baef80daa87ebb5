import { useState } from 'preact/hooks'
import type { Zone } from '../../../time/zone.ts'
import { useTarget } from '../../state/target.ts'
import { t } from '../../text/messages.ts'
import { Dialog } from '../form/dialog.tsx'
import { TextField } from '../form/field.tsx'
import { Form } from '../form/form.tsx'
import { toast } from '../toast.tsx'
import { type Draft, draftInstant, saveAnnotation } from './annotation.ts'

interface AnnotationFormProps {
  zone: Zone
  /** The one to change; a new one without it. */
  id: string | null
  draft: Draft
  onSaved: () => void
  onClose: () => void
}

/** Adds an annotation, or changes one. */
export function AnnotationForm({ zone, id, draft: first, onSaved, onClose }: AnnotationFormProps) {
  const target = useTarget()
  const [draft, setDraft] = useState(first)
  const at = draftInstant(zone, draft)
  const save = async () => {
    const answer = await saveAnnotation(target, id, at ?? 0, draft)
    if (answer.ok) {
      toast(t('saved'))
      onSaved()
      onClose()
    }
    return answer
  }
  return (
    <Dialog title={t(id === null ? 'annotations.add' : 'annotations.edit')} onClose={onClose}>
      <Form
        submit={t('save')}
        onSubmit={save}
        onCancel={onClose}
        cancel={t('cancel')}
        isDisabled={at === null || draft.note.trim() === ''}
      >
        <TextField
          label={t('annotations.note')}
          value={draft.note}
          onChange={(note) => setDraft({ ...draft, note })}
          input={{ maxLength: 500, required: true, autocomplete: 'off' }}
        />
        <div class="annotation-when">
          <TextField
            label={t('annotations.day')}
            value={draft.day}
            onChange={(day) => setDraft({ ...draft, day })}
            input={{ type: 'date', required: true }}
          />
          <TextField
            label={t('annotations.time')}
            hint={t('annotations.timeHint')}
            value={draft.time}
            onChange={(time) => setDraft({ ...draft, time })}
            input={{ type: 'time' }}
          />
        </div>
      </Form>
    </Dialog>
  )
}
