import type { View } from '../../filters/view.ts'
import { useAnswer } from '../../state/answer.ts'
import { closeWith, goWith, usePageLocation } from '../../state/location.ts'
import { statisticPath, useTarget } from '../../state/target.ts'
import { bounceRate, type Totals, visitSeconds } from '../../text/measures.ts'
import { t } from '../../text/messages.ts'
import { duration, percent, wholeNumber } from '../../text/numbers.ts'
import { AsyncView } from '../async-view.tsx'
import { EmptyNote } from '../empty-note.tsx'
import { Dialog } from '../form/dialog.tsx'
import { SearchField } from '../form/search-field.tsx'
import { pageNumber } from '../list/page-number.ts'
import { Pager } from '../list/pager.tsx'
import { ScrollBox } from '../list/scroll-box.tsx'
import { type Counted, CountedHead, explain } from './counted-head.tsx'
import type { Metric } from './metric.ts'
import { closedMore } from './metric-address.ts'
import { MetricName } from './metric-name.tsx'

interface ExpandedRow extends Totals {
  name: string
  country?: string | null
}

interface MetricDialogProps {
  metric: Metric
  view: View
}

const pageSize = 25

/** More than there are regions in the world. */
const smallLimit = 6000

/** Every row of a metric with all its numbers, searchable, page by page; all of it in the address. */
export function MetricDialog({ metric, view }: MetricDialogProps) {
  const target = useTarget()
  const { query } = usePageLocation()
  const search = target.mayFilter ? (query.get('moreSearch') ?? '') : ''
  const page = pageNumber(query, 'morePage')
  const isNamed = ({ name, country }: ExpandedRow) =>
    (metric.name?.(name, country) ?? name).toLowerCase().includes(search.toLowerCase())
  const firstRow = (page - 1) * pageSize
  // One row more than a page has, to know whether another page follows.
  const slice = { limit: pageSize + 1, offset: firstRow }
  const answer = useAnswer<ExpandedRow[]>(statisticPath(target, 'metrics/expanded'), {
    query: {
      ...view.query,
      type: metric.type,
      ...(metric.isSmall ? { limit: smallLimit } : { containing: search, ...slice }),
    },
  })
  const rows = metric.isSmall
    ? { ...answer, value: answer.value?.filter(isNamed).slice(firstRow, firstRow + slice.limit) }
    : answer
  // Going back closes the dialog, however much changed in it.
  const change = (changes: Record<string, string | null>) => goWith(changes, { replace: true })
  return (
    <Dialog title={metric.label} onClose={() => closeWith(closedMore)} isWide>
      {target.mayFilter && (
        <SearchField
          first={search}
          onSearch={(text) => change({ moreSearch: text, morePage: null })}
        />
      )}
      <AsyncView answer={rows} rows={12}>
        {(found) =>
          found.length === 0 ? (
            <EmptyNote title={t(search ? 'search.empty' : 'metric.empty')} />
          ) : (
            <ExpandedTable metric={metric} view={view} rows={found.slice(0, pageSize)} />
          )
        }
      </AsyncView>
      <Pager
        page={page}
        pageSize={pageSize}
        count={null}
        hasMore={(rows.value?.length ?? 0) > pageSize}
        onPage={(next) => change({ morePage: next === 1 ? null : String(next) })}
      />
    </Dialog>
  )
}

const numbers = [
  'visitors',
  'visits',
  'views',
  'bounceRate',
  'visitDuration',
] as const satisfies readonly Counted[]

interface ExpandedTableProps extends MetricDialogProps {
  rows: readonly ExpandedRow[]
}

const ExpandedTable = ({ metric, view, rows }: ExpandedTableProps) => (
  <ScrollBox label={metric.label}>
    <table class="table">
      <thead>
        <tr>
          <CountedHead label={metric.head} explanation={metric.explanation} />
          {numbers.map((name) => {
            const isEvents = name === 'views' && metric.countsEvents
            return (
              <CountedHead
                key={name}
                label={t(isEvents ? 'metric.count' : name)}
                explanation={isEvents ? undefined : explain(name)}
                isNumber
              />
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify([row.name, row.country])}>
            <th scope="row">
              <MetricName
                metric={metric}
                filters={view.filters}
                value={row.name}
                country={row.country}
              />
            </th>
            <td class="number">{wholeNumber(row.visitors)}</td>
            <td class="number">{wholeNumber(row.visits)}</td>
            <td class="number">{wholeNumber(row.pageviews)}</td>
            <td class="number">{percent(bounceRate(row))}</td>
            <td class="number">{duration(visitSeconds(row))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
