import { AsyncView } from '../components/async-view.tsx'
import { TotalNumbers, TotalsOutline } from '../components/metric/total-numbers.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { money, shortMoney, shortNumber, wholeNumber } from '../text/numbers.ts'
import { passedPart } from '../time/comparison.ts'

const labels = {
  sum: 'revenue',
  average: 'revenue.average',
  arpu: 'revenue.perVisitor',
  count: 'revenue.payments',
  unique_count: 'revenue.customers',
} as const satisfies Record<string, MessageKey>

type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

const isMoney = (name: Name): boolean => name !== 'count' && name !== 'unique_count'

/** Revenue in total, per payment and per visitor. */
export function RevenueTotals({ view, currency }: { view: View; currency: string }) {
  const target = useTarget()
  const { range, compared, present } = view
  const path = statisticPath(target, 'revenue/stats')
  const totals = useAnswer<Record<Name, number>>(path, { query: { ...view.query, currency } })
  const old = useAnswer<Record<Name, number>>(compared ? path : null, {
    query: {
      ...view.query,
      ...(compared ? passedPart(range, compared, present.now) : {}),
      currency,
    },
  })
  const before = compared ? old.value : undefined
  const full = (name: Name, value: number) =>
    isMoney(name) ? money(value, currency) : wholeNumber(value)
  return (
    <section aria-label={t('overview.totals')}>
      <AsyncView answer={totals} outline={<TotalsOutline count={names.length} />}>
        {(found) => (
          <TotalNumbers
            numbers={names.map((name) => ({
              label: t(labels[name]),
              text: isMoney(name) ? shortMoney(found[name], currency) : shortNumber(found[name]),
              full: full(name, found[name]),
              change: before && {
                value: found[name],
                old: before[name],
                was: full(name, before[name]),
              },
            }))}
          />
        )}
      </AsyncView>
    </section>
  )
}
