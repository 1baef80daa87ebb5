import { useState } from 'preact/hooks'
import { type TargetKind, targetKinds } from '../../access/target-kind.ts'
import { AsyncView } from '../components/async-view.tsx'
import { ChoiceField, TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { useAnswer } from '../state/answer.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { randomSlug } from '../text/slugs.ts'
import { visible } from '../text/user-text.ts'
import { type BoardPanel, boardMetrics, type PanelKind, panelKinds } from './board.ts'

interface PanelFormProps {
  /** The panel to change; without one a new panel is made. */
  panel?: BoardPanel
  /** The team that owns the board, and what can be on it. */
  teamId: string | null
  onDone: (panel: BoardPanel) => void
  onCancel: () => void
}

const kindKeys: Record<PanelKind, MessageKey> = {
  totals: 'overview.totals',
  chart: 'boards.chart',
  metric: 'boards.metric',
  map: 'metric.map',
}
const targetKeys: Record<TargetKind, MessageKey> = {
  website: 'boards.website',
  link: 'boards.link',
  pixel: 'boards.pixel',
}

/** Chooses what a panel shows of what. */
export function PanelForm({ panel, teamId, onDone, onCancel }: PanelFormProps) {
  const [targetKind, setTargetKind] = useState<TargetKind>(panel?.targetKind ?? 'website')
  const [targetId, setTargetId] = useState(panel?.targetId ?? '')
  const [kind, setKind] = useState<PanelKind>(panel?.kind ?? 'totals')
  const [metric, setMetric] = useState(panel?.metric ?? 'path')
  const [title, setTitle] = useState(panel?.title ?? '')
  const save = async () => {
    const id = panel?.id ?? randomSlug()
    onDone({ id, targetKind, targetId, kind, metric, title: title.trim() })
    return { ok: true as const, value: null }
  }
  const chooseTargetKind = (next: TargetKind) => {
    setTargetKind(next)
    setTargetId('')
  }
  return (
    <Form
      submit={t('apply')}
      onSubmit={save}
      onCancel={onCancel}
      cancel={t('cancel')}
      isDisabled={targetId === ''}
    >
      <div class="form-row">
        <ChoiceField
          label={t('boards.of')}
          value={targetKind}
          choices={targetKinds.map((id) => ({ id, label: t(targetKeys[id]) }))}
          onChange={chooseTargetKind}
        />
        <TargetChoice kind={targetKind} chosen={targetId} teamId={teamId} onChoose={setTargetId} />
      </div>
      <div class="form-row">
        <ChoiceField
          label={t('boards.what')}
          value={kind}
          choices={panelKinds.map((id) => ({ id, label: t(kindKeys[id]) }))}
          onChange={setKind}
        />
        {kind === 'metric' && (
          <ChoiceField
            label={t('boards.metric')}
            value={metric}
            choices={boardMetrics().map(({ type, label }) => ({ id: type, label }))}
            onChange={setMetric}
          />
        )}
      </div>
      <TextField
        label={t('boards.title')}
        hint={t('boards.titleHint')}
        value={title}
        onChange={setTitle}
        input={{ maxLength: 100, autocomplete: 'off' }}
      />
    </Form>
  )
}

interface TargetChoiceProps {
  kind: TargetKind
  chosen: string
  teamId: string | null
  onChoose: (id: string) => void
}

/** One of the websites, links or pixels that the owner of the board may show. */
function TargetChoice({ kind, chosen, teamId, onChoose }: TargetChoiceProps) {
  const path = teamId ? `/api/teams/${teamId}/${kind}s` : `/api/${kind}s`
  const found = useAnswer<{ data: { id: string; name: string }[] }>(path, {
    query: { pageSize: 1000, ...(teamId || kind !== 'website' ? {} : { includeTeams: true }) },
  })
  return (
    <AsyncView answer={found} rows={2}>
      {({ data }) => {
        const choices = data.map(({ id, name }) => ({ id, label: visible(name) }))
        const isListed = choices.some(({ id }) => id === chosen)
        const first = isListed ? [] : [{ id: chosen, label: chosen ? t('boards.gone') : '' }]
        return (
          <ChoiceField
            label={t(targetKeys[kind])}
            value={chosen}
            choices={[...first, ...choices]}
            onChange={onChoose}
            {...(data.length === 0 ? { hint: t('boards.noTarget') } : {})}
          />
        )
      }}
    </AsyncView>
  )
}
