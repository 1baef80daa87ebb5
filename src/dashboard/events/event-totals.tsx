import { AsyncView } from '../components/async-view.tsx'
import { TotalNumbers, TotalsOutline } from '../components/metric/total-numbers.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { shortNumber, wholeNumber } from '../text/numbers.ts'
import { passedPart } from '../time/comparison.ts'

const labels = {
  events: 'events',
  uniqueEvents: 'events.names',
  visitors: 'events.visitors',
  visits: 'events.visits',
} as const satisfies Record<string, MessageKey>

type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

interface EventStats {
  data: Record<Name, number>
}

/** How many events there were, of how many names, by how many visitors. */
export function EventTotals({ view }: { view: View }) {
  const target = useTarget()
  const { range, compared, present } = view
  const path = statisticPath(target, 'events/stats')
  const totals = useAnswer<EventStats>(path, { query: view.query })
  const old = useAnswer<EventStats>(compared ? path : null, {
    query: { ...view.query, ...(compared ? passedPart(range, compared, present.now) : {}) },
  })
  const before = compared ? old.value?.data : undefined
  return (
    <section aria-label={t('overview.totals')}>
      <AsyncView answer={totals} outline={<TotalsOutline count={names.length} />}>
        {({ data }) => (
          <TotalNumbers
            numbers={names.map((name) => ({
              label: t(labels[name]),
              text: shortNumber(data[name]),
              full: wholeNumber(data[name]),
              change: before && {
                value: data[name],
                old: before[name],
                was: wholeNumber(before[name]),
              },
            }))}
          />
        )}
      </AsyncView>
    </section>
  )
}
