import { bucketName } from '../../text/dates.ts'
import { t } from '../../text/messages.ts'
import { wholeNumber } from '../../text/numbers.ts'
import type { ChartProps } from './chart-props.ts'
import { nameBucket, notesIn, printed } from './chart-readout.tsx'

/** The buckets of a chart, a line each. */
export function ChartTable({
  unit,
  starts,
  openIndex,
  comparedStarts,
  series,
  print = wholeNumber,
  marks,
}: ChartProps) {
  const hasNotes = marks !== undefined && marks.length > 0
  const shown = series.toReversed()
  const compared = comparedStarts ? shown.filter((one) => one.compared) : []
  return (
    <table class="table chart-table">
      <thead>
        <tr>
          <th scope="col">{t('chart.time')}</th>
          {shown.map(({ label }) => (
            <th key={label} scope="col" class="number">
              <bdi>{label}</bdi>
            </th>
          ))}
          {compared.length > 0 && <th scope="col">{t('chart.compared')}</th>}
          {compared.map(({ label }) => (
            <th key={label} scope="col" class="number">
              <bdi>{label}</bdi>
            </th>
          ))}
          {hasNotes && <th scope="col">{t('annotations')}</th>}
        </tr>
      </thead>
      <tbody>
        {starts.map((at, index) => (
          <tr key={at}>
            <th scope="row">{nameBucket(starts, index, unit, openIndex)}</th>
            {shown.map(({ label, values }) => (
              <td key={label} class="number">
                {printed(values[index], print)}
              </td>
            ))}
            {compared.length > 0 && (
              <td class="soft">
                {comparedStarts?.[index] === undefined
                  ? '–'
                  : bucketName(comparedStarts[index], unit)}
              </td>
            )}
            {compared.map(({ label, compared: values }) => (
              <td key={label} class="number soft">
                {printed(values?.[index] ?? null, print)}
              </td>
            ))}
            {hasNotes && (
              <td>
                <bdi>{notesIn(marks, index).join('; ')}</bdi>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
