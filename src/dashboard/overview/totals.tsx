import { AsyncView } from '../components/async-view.tsx'
import { type Counted, explain } from '../components/metric/counted-head.tsx'
import { TotalNumbers, TotalsOutline } from '../components/metric/total-numbers.tsx'
import type { View } from '../filters/view.ts'
import { type Loaded, useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { bounceRate, type ComparedTotals, type Totals, visitSeconds } from '../text/measures.ts'
import { t } from '../text/messages.ts'
import { duration, percent, shortNumber, wholeNumber } from '../text/numbers.ts'

interface Measure {
  label: Counted
  value: (totals: Totals) => number
  print: (value: number) => string
  /** In full, where `print` rounds. */
  printFull: (value: number) => string
  /** Whether more is worse. */
  isBetterLow?: boolean
  /** A mean or a share, which without views has no value to compare with. */
  isRate?: boolean
  isShare?: boolean
}

const measures: readonly Measure[] = [
  {
    label: 'visitors',
    value: ({ visitors }) => visitors,
    print: shortNumber,
    printFull: wholeNumber,
  },
  { label: 'visits', value: ({ visits }) => visits, print: shortNumber, printFull: wholeNumber },
  {
    label: 'views',
    value: ({ pageviews }) => pageviews,
    print: shortNumber,
    printFull: wholeNumber,
  },
  {
    label: 'bounceRate',
    value: bounceRate,
    print: percent,
    printFull: percent,
    isBetterLow: true,
    isRate: true,
    isShare: true,
  },
  {
    label: 'visitDuration',
    value: visitSeconds,
    print: duration,
    printFull: duration,
    isRate: true,
  },
]

/** Totals of a view, with those of the period it is compared with up to the same moment. */
export function useTotals({ totalsQuery, compared }: View): TotalsRowProps {
  const totals = useAnswer<ComparedTotals>(statisticPath(useTarget(), 'stats'), {
    query: totalsQuery,
  })
  return { totals, compares: compared !== null }
}

interface TotalsRowProps {
  totals: Loaded<ComparedTotals>
  /** Whether there is a compared period. */
  compares: boolean
}

/** The five numbers of a range, each with its change. */
export function TotalsRow({ totals, compares }: TotalsRowProps) {
  return (
    <AsyncView answer={totals} outline={<TotalsOutline count={measures.length} />}>
      {(value) => (
        <TotalNumbers
          numbers={measures.map(
            ({ label, value: measure, print, printFull, isBetterLow, isRate, isShare }) => ({
              label: t(label),
              explanation: explain(label),
              text: print(measure(value)),
              full: printFull(measure(value)),
              change:
                compares && (value.comparison.pageviews > 0 || value.pageviews > 0 || !isRate)
                  ? {
                      value: measure(value),
                      old: measure(value.comparison),
                      was: printFull(measure(value.comparison)),
                      isBetterLow: isBetterLow ?? false,
                      isShare: isShare ?? false,
                      isFirst: value.comparison.pageviews === 0 && value.pageviews > 0,
                    }
                  : undefined,
            }),
          )}
        />
      )}
    </AsyncView>
  )
}
