import { EmptyNote } from '../components/empty-note.tsx'
import { Explanation } from '../components/explanation.tsx'
import { Icon } from '../components/icon.tsx'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { ScrollBox } from '../components/list/scroll-box.tsx'
import { type Counted, explain } from '../components/metric/counted-head.tsx'
import { UserText } from '../components/user-text.tsx'
import type { FilterField } from '../filters/filter.ts'
import { fieldName, valueName } from '../filters/words.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { bounceRate, visitSeconds } from '../text/measures.ts'
import { t } from '../text/messages.ts'
import { duration, percent, wholeNumber } from '../text/numbers.ts'
import { useRegionNames } from '../text/region-names.ts'

export interface BreakdownRow extends Partial<Record<FilterField, string | null>> {
  views: number
  visitors: number
  visits: number
  bounces: number
  /** Seconds. */
  totaltime: number
}

interface Measure {
  label: Counted
  value: (row: BreakdownRow) => number
  print: (value: number) => string
}

const toTotals = (row: BreakdownRow) => ({ ...row, pageviews: row.views })

const measures = {
  visitors: { label: 'visitors', value: ({ visitors }) => visitors, print: wholeNumber },
  visits: { label: 'visits', value: ({ visits }) => visits, print: wholeNumber },
  views: { label: 'views', value: ({ views }) => views, print: wholeNumber },
  bounces: { label: 'bounceRate', value: (row) => bounceRate(toTotals(row)), print: percent },
  time: { label: 'visitDuration', value: (row) => visitSeconds(toTotals(row)), print: duration },
} as const satisfies Record<string, Measure>

type MeasureName = keyof typeof measures
const measureNames = Object.keys(measures) as MeasureName[]

interface BreakdownTableProps {
  fields: readonly FilterField[]
  rows: readonly BreakdownRow[]
}

const pageSize = 25

/** The numbers of every combination of values; a click on a heading sorts by it. */
export function BreakdownTable({ fields, rows }: BreakdownTableProps) {
  useRegionNames(fields.includes('region'))
  const { query } = usePageLocation()
  const page = pageNumber(query)
  const [wanted, direction] = (query.get('sort') ?? '').split('.')
  const sort = measureNames.find((name) => name === wanted) ?? 'visitors'
  const isAscending = direction === 'up'
  if (rows.length === 0) return <EmptyNote title={t('metric.empty')} />
  const { value } = measures[sort]
  const sorted = rows.toSorted((one, other) => (value(other) - value(one)) * (isAscending ? -1 : 1))
  const chooseSort = (name: MeasureName) => {
    const turns = name === sort && !isAscending
    goWith({ sort: `${name}${turns ? '.up' : ''}`, page: null }, { replace: true })
  }
  return (
    <>
      <ScrollBox label={t('breakdown.result')}>
        <table class="table breakdown-table">
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldName(field)}
                </th>
              ))}
              {measureNames.map((name) => (
                <th
                  key={name}
                  scope="col"
                  class="number"
                  aria-sort={name !== sort ? 'none' : isAscending ? 'ascending' : 'descending'}
                >
                  <button type="button" class="sorter" onClick={() => chooseSort(name)}>
                    {name === sort && <Icon name={isAscending ? 'up' : 'fall'} />}
                    {t(measures[name].label)}
                  </button>
                  <Explanation
                    name={t(measures[name].label)}
                    text={explain(measures[name].label)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice((page - 1) * pageSize, page * pageSize).map((row) => (
              <tr key={fields.map((field) => row[field]).join('\n')}>
                {fields.map((field) => (
                  <td key={field} class="breaks">
                    <UserText text={row[field] ? valueName(field, row[field]) : '–'} />
                  </td>
                ))}
                {measureNames.map((name) => {
                  const { value: measure, print } = measures[name]
                  return (
                    <td key={name} class="number">
                      {print(measure(row))}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Pager page={page} pageSize={pageSize} count={rows.length} onPage={turnToPage} />
    </>
  )
}
