import { useState } from 'preact/hooks'
import { Dialog } from '../components/form/dialog.tsx'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { Icon } from '../components/icon.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { go } from '../state/location.ts'
import { t } from '../text/messages.ts'
import { randomSlug } from '../text/slugs.ts'
import { type Board, type BoardPanel, type BoardRow, parseRows, storedRows } from './board.ts'
import { PanelForm } from './panel-form.tsx'
import { RowEditor } from './row-editor.tsx'
import { useTargets } from './targets.ts'

/** Changes name, description and panels of a board. */
export function BoardEditor({ board }: { board: Board }) {
  const [name, setName] = useState(board.name)
  const [description, setDescription] = useState(board.description)
  const [rows, setRows] = useState<BoardRow[]>(() => parseRows(board.parameters))
  /** The row whose panel is being chosen, and the panel that is changed. */
  const [edited, setEdited] = useState<{ row: number; panel: BoardPanel | null } | null>(null)
  const targets = useTargets(rows, '', false)
  const save = async () => {
    const parameters = { ...board.parameters, rows: storedRows(rows) }
    const body = { name: name.trim(), description: description.trim(), parameters }
    const answer = await ask(`/api/boards/${board.id}`, { body })
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
      go(`/boards/${board.id}`)
    }
    return answer
  }
  const place = (panel: BoardPanel) => {
    if (!edited) return
    const row = rows[edited.row] ?? { id: randomSlug(), panels: [] }
    const known = row.panels.findIndex(({ id }) => id === panel.id)
    const panels = known < 0 ? [...row.panels, panel] : row.panels.with(known, panel)
    setRows(rows.toSpliced(edited.row, 1, { ...row, panels }))
    setEdited(null)
  }
  return (
    <>
      <Form
        submit={t('save')}
        onSubmit={save}
        onCancel={() => go(`/boards/${board.id}`)}
        cancel={t('cancel')}
        isDisabled={name.trim() === ''}
      >
        <div class="form-row panel">
          <TextField
            label={t('name')}
            value={name}
            onChange={setName}
            input={{ maxLength: 100, required: true, autocomplete: 'off' }}
          />
          <TextField
            label={t('description')}
            value={description}
            onChange={setDescription}
            input={{ maxLength: 500, autocomplete: 'off' }}
          />
        </div>
        {targets ? (
          <RowEditor
            rows={rows}
            targets={targets}
            onChange={setRows}
            onAdd={(row) => setEdited({ row, panel: null })}
            onEdit={(row, panel) => setEdited({ row, panel })}
          />
        ) : (
          <Skeleton rows={4} />
        )}
        <div>
          <button
            type="button"
            class="button"
            onClick={() => setEdited({ row: rows.length, panel: null })}
          >
            <Icon name="plus" />
            {t('boards.addRow')}
          </button>
        </div>
      </Form>
      {edited && (
        <Dialog
          title={t(edited.panel ? 'boards.editPanel' : 'boards.addPanel')}
          onClose={() => setEdited(null)}
        >
          <PanelForm
            {...(edited.panel ? { panel: edited.panel } : {})}
            teamId={board.teamId}
            onDone={place}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
    </>
  )
}
