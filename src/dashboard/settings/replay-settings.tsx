import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { ChoiceField, SwitchField, TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { Panel } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import type { Website } from './website.ts'

/** What of visits is recorded for replay and heatmaps. */
export function ReplaySettings({ id }: { id: string }) {
  const website = useAnswer<Website>(`/api/websites/${id}`)
  return (
    <Panel title={t('replay')}>
      <p class="panel-text">{t('replay.text')}</p>
      <AsyncView answer={website} rows={5}>
        {(value) => <ReplayForm website={value} />}
      </AsyncView>
    </Panel>
  )
}

const defaultShare = 0.15
const defaultSeconds = 300
const toPercent = (share = defaultShare): string => String(Math.round(share * 10_000) / 100)
const toShare = (percent: string): number => Math.min(1, Math.max(0, Number(percent) / 100))

function ReplayForm({ website }: { website: Website }) {
  const old = website.replayConfig
  const [isReplayOn, setReplayOn] = useState(old?.replayEnabled ?? false)
  const [isHeatmapOn, setHeatmapOn] = useState(old?.heatmapEnabled ?? false)
  const [replayPercent, setReplayPercent] = useState(toPercent(old?.sampleRate))
  const [heatmapPercent, setHeatmapPercent] = useState(toPercent(old?.heatmapSampleRate))
  const [maskLevel, setMaskLevel] = useState<'strict' | 'moderate'>(old?.maskLevel ?? 'moderate')
  const [seconds, setSeconds] = useState(String(old?.maxDuration ?? defaultSeconds))
  const [selector, setSelector] = useState(old?.blockSelector ?? '')
  const save = async () => {
    const replayConfig = {
      replayEnabled: isReplayOn,
      heatmapEnabled: isHeatmapOn,
      sampleRate: toShare(replayPercent),
      heatmapSampleRate: toShare(heatmapPercent),
      maskLevel,
      maxDuration: Math.max(1, Math.round(Number(seconds))),
      blockSelector: selector.trim(),
    }
    const answer = await ask(`/api/websites/${website.id}`, { body: { replayConfig } })
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
    }
    return answer
  }
  const percentField = { type: 'number', min: 0, max: 100, step: 'any', required: true } as const
  return (
    <Form submit={t('save')} onSubmit={save}>
      <SwitchField
        label={t('replay.sessions')}
        hint={t('replay.sessionsHint')}
        isOn={isReplayOn}
        onChange={setReplayOn}
      />
      <SwitchField
        label={t('replay.heatmaps')}
        hint={t('replay.heatmapsHint')}
        isOn={isHeatmapOn}
        onChange={setHeatmapOn}
      />
      <div class="form-row">
        <TextField
          label={t('replay.share')}
          value={replayPercent}
          onChange={setReplayPercent}
          input={percentField}
        />
        <TextField
          label={t('replay.heatmapShare')}
          value={heatmapPercent}
          onChange={setHeatmapPercent}
          input={percentField}
        />
      </div>
      <div class="form-row">
        <ChoiceField
          label={t('replay.mask')}
          value={maskLevel}
          choices={[
            { id: 'moderate', label: t('replay.moderate') },
            { id: 'strict', label: t('replay.strict') },
          ]}
          onChange={setMaskLevel}
        />
        <TextField
          label={t('replay.seconds')}
          value={seconds}
          onChange={setSeconds}
          input={{ type: 'number', min: 1, step: 1, required: true }}
        />
      </div>
      <TextField
        label={t('replay.block')}
        hint={t('replay.blockHint')}
        value={selector}
        onChange={setSelector}
        input={{ maxLength: 1000, spellcheck: false, autocomplete: 'off', dir: 'ltr' }}
      />
    </Form>
  )
}
