import { AsyncView } from '../components/async-view.tsx'
import { TotalNumbers, TotalsOutline } from '../components/metric/total-numbers.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { money, shortMoney, shortNumber, wholeNumber } from '../text/numbers.ts'

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

type Revenue = Record<Name, number>
type ComparedRevenue = Revenue & { comparison: Revenue }

/** Revenue in total, per payment and per visitor. */
export function RevenueTotals({ view, currency }: { view: View; currency: string }) {
  const target = useTarget()
  const totals = useAnswer<ComparedRevenue>(statisticPath(target, 'revenue/stats'), {
    query: { ...view.totalsQuery, currency },
  })
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
              change: view.compared
                ? {
                    value: found[name],
                    old: found.comparison[name],
                    was: full(name, found.comparison[name]),
                  }
                : undefined,
            }))}
          />
        )}
      </AsyncView>
    </section>
  )
}
