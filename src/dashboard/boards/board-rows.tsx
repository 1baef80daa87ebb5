import type { ComponentChildren } from 'preact'
import { EmptyNote } from '../components/empty-note.tsx'
import { ComparisonPicker } from '../components/filter/comparison-picker.tsx'
import { RangePicker } from '../components/filter/range-picker.tsx'
import { MetricTable } from '../components/metric/metric-table.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { UserText } from '../components/user-text.tsx'
import { useView, type View } from '../filters/view.ts'
import { LazyMap } from '../map/lazy-map.tsx'
import { TotalsRow, useTotals } from '../overview/totals.tsx'
import { Traffic } from '../overview/traffic.tsx'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { statisticPath, type Target, TargetProvider, useTarget } from '../state/target.ts'
import type { Totals } from '../text/measures.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { type BoardPanel, type BoardRow, boardMetrics, panelName } from './board.ts'
import { type Targets, useTargets } from './targets.ts'

interface BoardRowsProps {
  rows: readonly BoardRow[]
  /** Path below which the pages of the targets lie. */
  root: string
  isShared: boolean
  /** Name and buttons of the board, left of the range. */
  head: ComponentChildren
  /** In place of rows, when there are none. */
  empty: ComponentChildren
}

/** A board: its range, and its panels row by row. */
export function BoardRows({ rows, root, isShared, head, empty }: BoardRowsProps) {
  const targets = useTargets(rows, root, isShared)
  const [first] = targets?.values() ?? []
  return (
    <div class="page page-wide board">
      <div class="page-head">
        {head}
        {first && (
          <TargetProvider value={first}>
            <BoardTimes />
          </TargetProvider>
        )}
      </div>
      {rows.length === 0 ? empty : !targets && <Skeleton rows={8} />}
      {targets &&
        rows.map((row) => (
          <div key={row.id} class={`board-row board-row-${row.panels.length}`}>
            {row.panels.map((panel) => (
              <BoardPanelView
                key={panel.id}
                uniqueId={`${row.id}.${panel.id}`}
                panel={panel}
                targets={targets}
              />
            ))}
          </div>
        ))}
    </div>
  )
}

/** Range and comparison of all panels. */
function BoardTimes() {
  const view = useView()
  if (!view) return null
  return (
    <div class="view-times">
      {view.range.name !== 'all' && <ComparisonPicker view={view} />}
      <RangePicker view={view} />
    </div>
  )
}

interface BoardPanelProps {
  panel: BoardPanel
  /** Unique on the board. */
  uniqueId: string
}

function BoardPanelView({ panel, uniqueId, targets }: BoardPanelProps & { targets: Targets }) {
  const target = targets.get(panel.targetId)
  const title = visible(panel.title) || panelName(panel)
  if (!target) {
    return (
      <Panel title={title}>
        <EmptyNote title={t('boards.gone')}>
          <p>{t('boards.goneText')}</p>
        </EmptyNote>
      </Panel>
    )
  }
  return (
    <Panel title={title} actions={<TargetLink target={target} />}>
      <TargetProvider value={target}>
        <PanelContent panel={panel} uniqueId={uniqueId} />
      </TargetProvider>
    </Panel>
  )
}

/** Leads to the pages of a panel's target, in the same range. */
function TargetLink({ target }: { target: Target }) {
  const range = new URLSearchParams(location.search).get('range')
  const path = range ? `${target.root}?range=${encodeURIComponent(range)}` : target.root
  return (
    <a class="soft" href={toAddress(path)}>
      <UserText text={target.name} />
    </a>
  )
}

function PanelContent({ panel, uniqueId }: BoardPanelProps) {
  const view = useView()
  if (!view) return <Skeleton rows={4} />
  if (panel.kind === 'totals') return <TotalsPanel view={view} />
  if (panel.kind === 'chart') return <Traffic view={view} />
  if (panel.kind === 'map') return <LazyMap view={view} />
  return <MetricPanel view={view} type={panel.metric} uniqueId={uniqueId} />
}

const TotalsPanel = ({ view }: { view: View }) => <TotalsRow {...useTotals(view)} />

function MetricPanel({ view, type, uniqueId }: { view: View; type: string; uniqueId: string }) {
  const totals = useAnswer<Totals>(statisticPath(useTarget(), 'stats'), { query: view.query })
  const metric = boardMetrics().find((one) => one.type === type)
  if (!metric) return <EmptyNote title={t('metric.empty')} />
  return <MetricTable id={uniqueId} metric={metric} view={view} total={totals.value?.visitors} />
}
