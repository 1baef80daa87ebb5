import { useMemo, useState } from 'preact/hooks'
import type { JourneyFlows as Flows } from '../../../stats/reports/journey-flows.ts'
import { AsyncView } from '../../components/async-view.tsx'
import { AsTable } from '../../components/chart/as-table.tsx'
import { EmptyNote } from '../../components/empty-note.tsx'
import { Panel } from '../../components/panel.tsx'
import { goWith, usePageLocation } from '../../state/location.ts'
import { isolated, t } from '../../text/messages.ts'
import type { ReportKind, ResultProps } from '../report-kind.ts'
import { useReport } from '../run.ts'
import { JourneyFields } from './journey-fields.tsx'
import { type FlowPicture, type Journey, layOutFlows, nodeOn } from './journey-layout.ts'
import { lightOfJourney } from './journey-light.ts'
import { JourneyList } from './journey-list.tsx'
import { type JourneyParameters, readJourney, toJourneyQuery } from './journey-parameters.ts'
import { JourneyFlows } from './journey-picture.tsx'
import { JourneyTable } from './journey-table.tsx'
import { nodeKey, nodeName } from './journey-words.ts'

export const journeyKind: ReportKind<JourneyParameters> = {
  type: 'journey',
  title: 'journeys',
  intro: 'journeys.intro',
  read: readJourney,
  isComplete: () => true,
  Fields: JourneyFields,
  Result: JourneyResult,
}

/** The picture of all journeys, and a list of the most frequent ones, which point at each other. */
function JourneyResult({ view, parameters }: ResultProps<JourneyParameters>) {
  const question = toJourneyQuery(parameters)
  const flows = useReport<Flows>('journey', view, question, 'journey/flows')
  const journeys = useReport<Journey[]>('journey', view, question)
  const [pointed, setPointed] = useState<Journey | null>(null)
  const { query } = usePageLocation()
  const picture = useMemo(
    () => (flows.value ? layOutFlows(flows.value, parameters.steps) : null),
    [flows.value],
  )
  const chosen = picture?.nodes.find((node) => nodeKey(node) === query.get('at'))
  const light = useMemo(
    () => (picture && pointed ? lightOfJourney(picture, pointed) : null),
    [picture, pointed],
  )
  const choose = (at: string | null) => goWith({ at }, { replace: true })
  return (
    <>
      <Panel title={t('journeys.picture')}>
        <AsyncView answer={flows} rows={12}>
          {() =>
            picture === null || picture.nodes.length === 0 ? (
              <EmptyNote title={t('journeys.none')}>
                <p>{t('journeys.noneText')}</p>
              </EmptyNote>
            ) : (
              <>
                <p class="panel-text">{t('journeys.shares', { count: picture.whole })}</p>
                <JourneyFlows picture={picture} pointed={light} chosen={chosen} onChoose={choose} />
                <AsTable label={t('journeys.picture')}>
                  {() => <JourneyTable picture={picture} />}
                </AsTable>
              </>
            )
          }
        </AsyncView>
      </Panel>
      {picture && picture.nodes.length > 0 && (
        <Panel
          title={
            chosen
              ? t('journeys.through', { name: isolated(nodeName(chosen)), step: chosen.step + 1 })
              : t('journeys.list')
          }
          actions={
            chosen && (
              <button type="button" class="button" onClick={() => choose(null)}>
                {t('journeys.showAll')}
              </button>
            )
          }
        >
          <AsyncView answer={journeys} rows={8}>
            {(found) => (
              <>
                <p class="panel-text">{listText(found, picture)}</p>
                <JourneyList
                  journeys={
                    chosen
                      ? found.filter((one) => nodeOn(picture, one, chosen.step) === chosen)
                      : found
                  }
                  whole={picture.whole}
                  onPoint={setPointed}
                />
              </>
            )}
          </AsyncView>
        </Panel>
      )}
    </>
  )
}

/** How many of all visits the listed journeys are: the server lists the most frequent ones. */
function listText(journeys: readonly Journey[], { columns }: FlowPicture): string {
  const shown = journeys.reduce((sum, { count }) => sum + count, 0)
  const count = Math.max(shown, columns[0] ?? 0)
  return shown < count
    ? `${t('journeys.frequent', { count: journeys.length })} ${t('journeys.shown', { shown, count })}`
    : t('journeys.complete', { count })
}
