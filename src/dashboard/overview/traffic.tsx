import { useMemo } from 'preact/hooks'
import type { Unit } from '../../time/units.ts'
import { AnnotatedChart } from '../components/annotations/annotated-chart.tsx'
import { AsyncView } from '../components/async-view.tsx'
import { rangeLabel } from '../components/filter/range-picker.tsx'
import { useShown, useShownAnswer, viewAxis } from '../components/filter/view-axis.ts'
import { Icon } from '../components/icon.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { bucketName } from '../text/dates.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { fillBuckets, type Point } from '../time/buckets.ts'

export interface Series {
  pageviews: Point[]
  /** Visitors by bucket. */
  sessions: Point[]
}

const unitKeys: Record<Unit, MessageKey> = {
  minute: 'unit.minute',
  hour: 'unit.hour',
  day: 'unit.day',
  month: 'unit.month',
  year: 'unit.year',
}

type ChartKind = 'bars' | 'lines'

/** Views and visitors over time, with the compared period as faint lines. */
export function Traffic({ view }: { view: View }) {
  const kind = usePageLocation().query.get('chart') === 'lines' ? 'lines' : 'bars'
  const { main, series, shown } = useTraffic(view)
  const { unit, starts, range } = shown
  const views = series[0]?.values ?? []
  const highest = views.reduce(
    (best, value, index) => (value > (views[best] ?? 0) ? index : best),
    0,
  )
  return (
    <section class="panel traffic" aria-label={t('views')}>
      <div class="traffic-head">
        <Legend view={view} isLines={kind === 'lines'} />
        <div class="traffic-choices">
          <UnitChoice view={view} />
          <KindSwitch kind={kind} />
        </div>
      </div>
      <AsyncView answer={main} outline={<Skeleton class="traffic-outline" />}>
        {() => (
          <AnnotatedChart
            label={t('overview.chart', {
              range: rangeLabel(shown),
              count: views[highest] ?? 0,
              when: bucketName(starts[highest] ?? range.startAt, unit),
            })}
            kind={kind}
            series={series}
            {...viewAxis(shown)}
          />
        )}
      </AsyncView>
    </section>
  )
}

/** Both series of a view by bucket, those of the compared period by position. */
function useTraffic(view: View) {
  const path = statisticPath(useTarget(), 'pageviews')
  const main = useAnswer<Series>(path, { query: view.query })
  const other = useAnswer<Series>(view.comparedStarts ? path : null, {
    query: { ...view.query, ...view.compared },
  })
  const shown = useShown(view, main)
  const { starts, comparedStarts } = shown
  const before = useShownAnswer(other, shown === view)
  const series = useMemo(() => {
    const old = comparedStarts && before
    const fill = (name: keyof Series) => ({
      values: fillBuckets(main.value?.[name] ?? [], starts),
      compared: old ? fillBuckets(old[name], comparedStarts) : undefined,
    })
    return [
      { label: t('views'), color: 'soft' as const, ...fill('pageviews') },
      { label: t('visitors'), color: 'strong' as const, ...fill('sessions') },
    ]
  }, [main.value, before, starts, comparedStarts])
  return { main, series, shown }
}

const Legend = ({ view, isLines }: { view: View; isLines: boolean }) => (
  <ul class="legend">
    <li>
      <span class="swatch swatch-strong" />
      {t('visitors')}
    </li>
    <li>
      <span class="swatch swatch-soft" />
      {t('views')}
    </li>
    {view.comparedStarts && (
      <li>
        <span class={`swatch ${isLines ? 'swatch-dashed' : 'swatch-mark'}`} />
        {t(view.comparison === 'yoy' ? 'compare.yoy' : 'compare.prev')}
      </li>
    )}
  </ul>
)

/** Chooses the unit of the buckets, where the range has several. */
function UnitChoice({ view: { unit, units } }: { view: View }) {
  if (units.length < 2) return null
  return (
    <select
      aria-label={t('unit')}
      value={unit}
      onChange={(event) => goWith({ unit: event.currentTarget.value })}
    >
      {units.map((one) => (
        <option key={one} value={one}>
          {t(unitKeys[one])}
        </option>
      ))}
    </select>
  )
}

/** Switches between bars and lines. */
const KindSwitch = ({ kind }: { kind: ChartKind }) => (
  <fieldset class="switch" aria-label={t('overview.kind')}>
    {(['bars', 'lines'] as const).map((one) => (
      <button
        key={one}
        type="button"
        class="switch-choice"
        aria-pressed={kind === one}
        aria-label={t(one === 'bars' ? 'overview.bars' : 'overview.lines')}
        onClick={() => goWith({ chart: one === 'bars' ? null : one }, { replace: true })}
      >
        <Icon name={one === 'bars' ? 'bars' : 'line'} />
      </button>
    ))}
  </fieldset>
)
