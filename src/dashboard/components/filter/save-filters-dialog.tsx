import { useState } from 'preact/hooks'
import { noFilters } from '../../filters/filter.ts'
import { type CohortAction, type SegmentType, saveSegment } from '../../filters/segment.ts'
import { chooseFilters, type View } from '../../filters/view.ts'
import { useTarget } from '../../state/target.ts'
import { t } from '../../text/messages.ts'
import { CohortActionFields } from '../form/cohort-action-fields.tsx'
import { Dialog } from '../form/dialog.tsx'
import { ChoiceField, TextField } from '../form/field.tsx'
import { Form } from '../form/form.tsx'
import { toast } from '../toast.tsx'
import { rangeLabel } from './range-picker.tsx'

interface SaveFiltersDialogProps {
  view: View
  onSaved: () => void
  onClose: () => void
}

/** Saves the filters in force as a segment, or as a cohort of those who did something in the range. */
export function SaveFiltersDialog({ view, onSaved, onClose }: SaveFiltersDialogProps) {
  const target = useTarget()
  const [name, setName] = useState('')
  const [type, setType] = useState<SegmentType>('segment')
  const [action, setAction] = useState<CohortAction>({ type: 'path', value: '' })
  const { filters, range } = view
  const save = async () => {
    const cohort = type === 'cohort' ? { action, range } : null
    const answer = await saveSegment(target, { name: name.trim(), filters, cohort })
    if (answer.ok) {
      // What was saved takes the place of the single filters.
      const empty = { ...noFilters, segment: filters.segment, cohort: filters.cohort }
      chooseFilters({ ...empty, [type]: answer.value.id })
      toast(t('saved'))
      onSaved()
      onClose()
    }
    return answer
  }
  return (
    <Dialog title={t('filters.save')} onClose={onClose}>
      <Form
        submit={t('save')}
        onSubmit={save}
        onCancel={onClose}
        cancel={t('cancel')}
        isDisabled={name.trim() === '' || (type === 'cohort' && action.value.trim() === '')}
      >
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          input={{ maxLength: 200, required: true }}
        />
        <ChoiceField
          label={t('filters.saveAs')}
          value={type}
          choices={[
            { id: 'segment', label: t('segment') },
            { id: 'cohort', label: t('cohort') },
          ]}
          onChange={setType}
          hint={
            type === 'segment'
              ? t('segments.segmentHint')
              : t('segments.cohortHint', { range: rangeLabel(view) })
          }
        />
        {type === 'cohort' && <CohortActionFields action={action} onChange={setAction} />}
      </Form>
    </Dialog>
  )
}
