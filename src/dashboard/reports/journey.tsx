import { useState } from 'preact/hooks'
import { EmptyNote } from '../components/empty-note.tsx'
import { Panel } from '../components/panel.tsx'
import { Shown } from '../components/shown.tsx'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePlace } from '../state/location.ts'
import { opensSection, statisticPath, useSource } from '../state/source.ts'
import type { Totals } from '../text/measures.ts'
import { isolated, t } from '../text/messages.ts'
import { JourneyFields } from './journey-fields.tsx'
import type { Journey } from './journey-layout.ts'
import { layOutJourneys } from './journey-layout.ts'
import { JourneyList } from './journey-list.tsx'
import { askedJourney, type JourneyParameters, readJourney } from './journey-parameters.ts'
import { JourneyFlows, nodeKey, nodeName } from './journey-picture.tsx'
import type { ReportKind, ResultProps } from './report-page.tsx'
import { useReport } from './run.ts'

export const journeyKind: ReportKind<JourneyParameters> = {
  type: 'journey',
  title: 'journeys',
  intro: 'journeys.intro',
  read: readJourney,
  isComplete: () => true,
  Fields: JourneyFields,
  Result: JourneyResult,
}

function JourneyResult({ view, parameters }: ResultProps<JourneyParameters>) {
  const source = useSource()
  const journeys = useReport<Journey[]>('journey', view, askedJourney(parameters))
  const totals = useAnswer<Totals>(
    opensSection(source, 'overview') ? statisticPath(source, 'stats') : null,
    { query: view.query },
  )
  return (
    <Shown of={journeys} rows={12}>
      {(found) =>
        found.length === 0 ? (
          <Panel>
            <EmptyNote title={t('journeys.none')}>
              <p>{t('journeys.noneText')}</p>
            </EmptyNote>
          </Panel>
        ) : (
          <Flows journeys={found} visits={totals.value?.visits} />
        )
      }
    </Shown>
  )
}

interface FlowsProps {
  /** The most frequent ones; the server tells no others. */
  journeys: readonly Journey[]
  /** All visits of the range; `undefined` until known, or where they are not open. */
  visits: number | undefined
}

/** The picture and the list, which point at each other. */
function Flows({ journeys, visits }: FlowsProps) {
  const { query } = usePlace()
  const [pointed, setPointed] = useState<ReadonlySet<number> | null>(null)
  const chosen = query.get('at')
  const shown = journeys.reduce((sum, { count }) => sum + count, 0)
  const whole = visits === undefined ? undefined : Math.max(visits, shown)
  const node = layOutJourneys(journeys).nodes.find((one) => nodeKey(one) === chosen)
  const choose = (at: string | null) => goWith({ at }, { replace: true })
  return (
    <>
      <Panel title={t('journeys.picture')}>
        <p class="panel-text">
          {t('journeys.frequent', { count: journeys.length })}{' '}
          {whole === undefined
            ? t('journeys.visits', { count: shown })
            : t('journeys.shown', { shown, count: whole })}
        </p>
        <JourneyFlows
          journeys={journeys}
          pointed={pointed}
          chosen={node ? chosen : null}
          onChoose={choose}
          whole={whole}
        />
      </Panel>
      <Panel
        title={
          node
            ? t('journeys.through', { name: isolated(nodeName(node)), step: node.step + 1 })
            : t('journeys.list')
        }
        actions={
          node && (
            <button type="button" class="button" onClick={() => choose(null)}>
              {t('journeys.showAll')}
            </button>
          )
        }
      >
        <JourneyList
          journeys={journeys}
          through={node?.journeys ?? null}
          whole={whole}
          onPoint={(index) => setPointed(index === null ? null : new Set([index]))}
        />
      </Panel>
    </>
  )
}
