import { AsyncView } from '../components/async-view.tsx'
import { TotalNumbers, TotalsOutline } from '../components/metric/total-numbers.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { shortNumber, wholeNumber } from '../text/numbers.ts'

const labels = {
  events: 'events',
  uniqueEvents: 'events.names',
  visitors: 'events.visitors',
  visits: 'events.visits',
} as const satisfies Record<string, MessageKey>

type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

interface EventStats {
  data: Record<Name, number> & { comparison: Record<Name, number> }
}

/** How many events there were, of how many names, by how many visitors. */
export function EventTotals({ view }: { view: View }) {
  const target = useTarget()
  const totals = useAnswer<EventStats>(statisticPath(target, 'events/stats'), {
    query: view.totalsQuery,
  })
  return (
    <section aria-label={t('overview.totals')}>
      <AsyncView answer={totals} outline={<TotalsOutline count={names.length} />}>
        {({ data }) => (
          <TotalNumbers
            numbers={names.map((name) => ({
              label: t(labels[name]),
              text: shortNumber(data[name]),
              full: wholeNumber(data[name]),
              change: view.compared
                ? {
                    value: data[name],
                    old: data.comparison[name],
                    was: wholeNumber(data.comparison[name]),
                  }
                : undefined,
            }))}
          />
        )}
      </AsyncView>
    </section>
  )
}
