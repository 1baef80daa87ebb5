import { EmptyNote } from '../components/empty-note.tsx'
import { FirstRows } from '../components/list/first-rows.tsx'
import { ScrollBox } from '../components/list/scroll-box.tsx'
import { t } from '../text/messages.ts'
import { wholeNumber } from '../text/numbers.ts'
import { visible } from '../text/user-text.ts'
import { bandKeys, type Percentiles, rateVital, type Vital, vitalText } from './vitals.ts'

export interface VitalGroup extends Percentiles {
  name: string | null
  /** Measurements. */
  count: number
}

interface VitalTableProps {
  vital: Vital
  /** Heading of the names. */
  label: string
  /** As the server has them: the slowest first. */
  groups: readonly VitalGroup[]
  name?: (value: string) => string
}

/** Below so many, a percentile says more of one visit than of the page. */
const leastMeasurements = 10

/** The slowest of what was measured often, then what was measured rarely. */
const oftenFirst = (groups: readonly VitalGroup[]): VitalGroup[] => [
  ...groups.filter(({ count }) => count >= leastMeasurements),
  ...groups.filter(({ count }) => count < leastMeasurements),
]

/** Groups of measurements with their percentiles and the band they are in. */
export function VitalTable({ vital, label, groups, name = (value) => value }: VitalTableProps) {
  if (groups.length === 0) return <EmptyNote title={t('metric.empty')} />
  return (
    <FirstRows rows={oftenFirst(groups)} first={10} further={25}>
      {(rows) => (
        <ScrollBox label={label}>
          <table class="table stack-table vital-table">
            <thead>
              <tr>
                <th scope="col">{label}</th>
                {(['p75', 'p50', 'p95'] as const).map((part) => (
                  <th key={part} scope="col" class="number">
                    {part.toUpperCase()}
                  </th>
                ))}
                <th scope="col" class="number">
                  {t('vital.measurements')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((group) => {
                const band = rateVital(vital, group.p75)
                const text = group.name ? visible(name(group.name)) : t('unknown')
                return (
                  <tr key={group.name}>
                    <th scope="row">
                      <bdi class="metric-name" title={text}>
                        {text}
                      </bdi>
                    </th>
                    <td class={`number vital-p75 band-text band-text-${band}`} data-label="P75">
                      <span class="vital-band">{t(bandKeys[band])} </span>
                      {vitalText(vital, group.p75)}
                    </td>
                    <td class="number soft" data-label="P50">
                      {vitalText(vital, group.p50)}
                    </td>
                    <td class="number soft" data-label="P95">
                      {vitalText(vital, group.p95)}
                    </td>
                    <td class="number soft" data-label={t('vital.measurements')}>
                      {wholeNumber(group.count)}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </FirstRows>
  )
}
