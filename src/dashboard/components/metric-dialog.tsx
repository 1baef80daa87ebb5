import { useState } from 'preact/hooks'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useSource } from '../state/source.ts'
import type { View } from '../state/view.ts'
import { bounceRate, type Totals, visitSeconds } from '../text/measures.ts'
import { t } from '../text/messages.ts'
import { duration, percent, wholeNumber } from '../text/numbers.ts'
import { Dialog } from './dialog.tsx'
import { EmptyNote } from './empty-note.tsx'
import { type Metric, MetricName } from './metric-table.tsx'
import { Pager } from './pager.tsx'
import { ScrollBox } from './scroll-box.tsx'
import { SearchField } from './search-field.tsx'
import { Shown } from './shown.tsx'

interface ExpandedRow extends Totals {
  name: string
  country?: string | null
}

interface MetricDialogProps {
  metric: Metric
  view: View
  onClose: () => void
}

const pageSize = 25

/** Every row of a metric with all its numbers, searchable, page by page. */
export function MetricDialog({ metric, view, onClose }: MetricDialogProps) {
  const source = useSource()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const rows = useAnswer<ExpandedRow[]>(statisticPath(source, 'metrics/expanded'), {
    query: {
      ...view.query,
      type: metric.type,
      search,
      // One more than is shown tells whether another page follows.
      limit: pageSize + 1,
      offset: (page - 1) * pageSize,
    },
  })
  const searchFor = (text: string) => {
    setSearch(text)
    setPage(1)
  }
  return (
    <Dialog title={metric.label} onClose={onClose} isWide>
      {metric.isSearchable !== false && <SearchField onSearch={searchFor} />}
      <Shown of={rows} rows={12}>
        {(found) =>
          found.length === 0 ? (
            <EmptyNote title={t(search ? 'search.empty' : 'metric.empty')} />
          ) : (
            <ScrollBox label={metric.label}>
              <table class="table">
                <thead>
                  <tr>
                    <th scope="col">{metric.label}</th>
                    <th scope="col" class="number">
                      {t('visitors')}
                    </th>
                    <th scope="col" class="number">
                      {t('visits')}
                    </th>
                    <th scope="col" class="number">
                      {t(metric.countsEvents ? 'metric.count' : 'views')}
                    </th>
                    <th scope="col" class="number">
                      {t('bounceRate')}
                    </th>
                    <th scope="col" class="number">
                      {t('visitDuration')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, pageSize).map((row) => (
                    <tr key={`${row.name} ${row.country ?? ''}`}>
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
        }
      </Shown>
      <Pager
        page={page}
        pageSize={pageSize}
        count={null}
        hasMore={(rows.value?.length ?? 0) > pageSize}
        onPage={setPage}
      />
    </Dialog>
  )
}
