import { useState } from 'preact/hooks'
import type { ReportType } from '../../saved-reports/store.ts'
import { Dialog } from '../components/form/dialog.tsx'
import { SwitchField, TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { removeWithUndo } from '../components/form/remove-with-undo.ts'
import { Icon } from '../components/icon.tsx'
import { toast } from '../components/toast.tsx'
import { rangeAndFilterText } from '../filters/view.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { type SavedReport, savedView, saveReport } from './saved.ts'

interface ReportActionsProps {
  type: ReportType
  /** Those of the result. */
  parameters: object
  opened: SavedReport | undefined
  isChanged: boolean
  onSaved: () => void
}

/** Saves the open report, as a new one or over the saved one it began as, and deletes that one. */
export function ReportActions({
  type,
  parameters,
  opened,
  isChanged,
  onSaved,
}: ReportActionsProps) {
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  const close = () => setDialog(null)
  const target = useTarget()
  const remove = ({ id, name, description, parameters: saved }: SavedReport) =>
    removeWithUndo({
      name,
      path: `/api/reports/${id}`,
      restore: () => saveReport(target, null, { type, name, description, parameters: saved }),
      onRemoved() {
        // The result stays on the page.
        goWith({ saved: null, report: JSON.stringify(parameters) }, { replace: true })
        onSaved()
      },
    })
  return (
    <div class="page-actions">
      {isChanged && opened && <span class="soft changed">{t('report.changed')}</span>}
      {opened && (
        <button type="button" class="button" onClick={() => setDialog('edit')}>
          {t(isChanged ? 'report.saveChanges' : 'report.edit')}
        </button>
      )}
      <button type="button" class="button" onClick={() => setDialog('new')}>
        <Icon name="save" />
        {t(opened ? 'report.saveAsNew' : 'save')}
      </button>
      {opened && (
        <button type="button" class="button" onClick={() => remove(opened)}>
          {t('report.remove')}
        </button>
      )}
      {(dialog === 'new' || (dialog === 'edit' && opened)) && (
        <SaveDialog
          type={type}
          parameters={parameters}
          saved={dialog === 'edit' ? opened : undefined}
          onSaved={onSaved}
          onClose={close}
        />
      )}
    </div>
  )
}

interface SaveDialogProps {
  type: ReportType
  parameters: object
  /** The one to save over; a new one without it. */
  saved: SavedReport | undefined
  onSaved: () => void
  onClose: () => void
}

function SaveDialog({ type, parameters, saved, onSaved, onClose }: SaveDialogProps) {
  const target = useTarget()
  const { query } = usePageLocation()
  const [name, setName] = useState(saved?.name ?? '')
  const [description, setDescription] = useState(saved?.description ?? '')
  const [keepsView, setKeepsView] = useState(saved !== undefined && savedView(saved) !== null)
  const save = async () => {
    const view = rangeAndFilterText(query)
    const answer = await saveReport(target, saved?.id ?? null, {
      type,
      name: name.trim(),
      description: description.trim(),
      parameters: keepsView ? { ...parameters, view } : parameters,
    })
    if (answer.ok) {
      toast(t('saved'))
      onClose()
      onSaved()
      goWith({ saved: answer.value.id, report: null }, { replace: true })
    }
    return answer
  }
  return (
    <Dialog title={t(saved ? 'report.edit' : 'report.save')} onClose={onClose}>
      <Form
        submit={t('save')}
        onSubmit={save}
        onCancel={onClose}
        cancel={t('cancel')}
        isDisabled={name.trim() === ''}
      >
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          input={{ maxLength: 200, required: true, autocomplete: 'off' }}
        />
        <TextField
          label={t('report.description')}
          value={description}
          onChange={setDescription}
          input={{ maxLength: 500, autocomplete: 'off' }}
        />
        <SwitchField
          label={t('report.keepView')}
          hint={t('report.keepViewHint')}
          isOn={keepsView}
          onChange={setKeepsView}
        />
      </Form>
    </Dialog>
  )
}
