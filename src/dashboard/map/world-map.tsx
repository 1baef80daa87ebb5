import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import type { MetricRow } from '../components/metric/metric.ts'
import { pathWithFilters } from '../components/metric/metric-address.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { toggleRow } from '../filters/filter.ts'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { go } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { countryName } from '../text/names.ts'
import { type Shape, worldShapes } from './world-shapes.ts'

interface PointedCountry {
  country: string
  x: number
  y: number
}

/** Countries, darker for more visitors. A click on one filters by it, as the list of countries does. */
export function WorldMap({ view }: { view: View }) {
  const target = useTarget()
  const [pointed, setPointed] = useState<PointedCountry | null>(null)
  const countries = useAnswer<MetricRow[]>(statisticPath(target, 'metrics'), {
    query: { ...view.query, type: 'country', limit: 500 },
  })
  const point = (event: PointerEvent) => {
    const country = (event.target as SVGElement).dataset.country
    const box = (event.currentTarget as SVGElement).getBoundingClientRect()
    setPointed(
      country ? { country, x: event.clientX - box.left, y: event.clientY - box.top } : null,
    )
  }
  const choose = (event: MouseEvent) => {
    const value = (event.target as SVGElement).dataset.country
    if (!value || !target.mayFilter) return
    go(pathWithFilters(toggleRow(view.filters, { field: 'country', value })))
  }
  return (
    <AsyncView answer={countries} outline={<Skeleton class="map-outline" />}>
      {(rows) => {
        const counts = new Map(rows.map(({ x, y }) => [x, y]))
        const highest = Math.max(1, ...counts.values())
        return (
          <div class="map" dir="ltr">
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of countries does the same by keys. */}
            <svg
              viewBox="0 0 1000 440"
              role="img"
              aria-label={t('map.label')}
              onPointerMove={point}
              onPointerLeave={() => setPointed(null)}
              onClick={choose}
            >
              {worldShapes.map((shape) => (
                <Country
                  key={shape.country}
                  shape={shape}
                  share={Math.sqrt((counts.get(shape.country) ?? 0) / highest)}
                />
              ))}
            </svg>
            {pointed && (
              <div
                class="readout map-readout"
                style={{ left: `${pointed.x}px`, top: `${pointed.y}px` }}
              >
                {t('map.visitors', {
                  country: countryName(pointed.country),
                  count: counts.get(pointed.country) ?? 0,
                })}
              </div>
            )}
          </div>
        )
      }}
    </AsyncView>
  )
}

function Country({ shape: { country, path, dot }, share }: { shape: Shape; share: number }) {
  const look = {
    class: share > 0 ? 'country country-seen' : 'country',
    'data-country': country,
    // The faintest still differ from those without visitors.
    'fill-opacity': share > 0 ? 0.2 + 0.8 * share : 1,
  }
  if (!dot) return <path d={path} {...look} />
  // Small countries show only when there is something to show.
  return share > 0 ? <circle cx={dot[0]} cy={dot[1]} r={4} {...look} /> : null
}
