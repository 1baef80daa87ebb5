import { Icon } from '../components/icon.tsx'
import { Shown } from '../components/shown.tsx'
import type { Loaded } from '../state/answer.ts'
import { bounceRate, changeOf, type Totals, visitSeconds } from '../text/measures.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { duration, percent, shortNumber, signedPercent, wholeNumber } from '../text/numbers.ts'

interface Measure {
  label: MessageKey
  value: (totals: Totals) => number
  print: (value: number) => string
  /** In full, where `print` rounds. */
  printFull: (value: number) => string
  /** Whether more is worse. */
  isBetterLow?: boolean
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
  },
  { label: 'visitDuration', value: visitSeconds, print: duration, printFull: duration },
]

interface TotalsRowProps {
  totals: Loaded<Totals>
  /** Of the compared period; `undefined` without one. */
  compared: Totals | undefined
}

/** The five numbers of a range, each with its change. */
export function TotalsRow({ totals, compared }: TotalsRowProps) {
  const outline = (
    <div class="totals">
      {measures.map(({ label }) => (
        <div key={label} class="total skeleton">
          <div class="skeleton-block" />
        </div>
      ))}
    </div>
  )
  return (
    <section aria-label={t('overview.totals')}>
      <Shown of={totals} outline={outline}>
        {(value) => (
          <dl class="totals">
            {measures.map((measure) => (
              <div key={measure.label} class="total">
                <dt>{t(measure.label)}</dt>
                <dd class="total-value" title={measure.printFull(measure.value(value))}>
                  {measure.print(measure.value(value))}
                </dd>
                {compared && <Change measure={measure} totals={value} compared={compared} />}
              </div>
            ))}
          </dl>
        )}
      </Shown>
    </section>
  )
}

interface ChangeProps {
  measure: Measure
  totals: Totals
  compared: Totals
}

function Change({ measure, totals, compared }: ChangeProps) {
  const [value, old] = [measure.value(totals), measure.value(compared)]
  const was = t('compare.was', { value: measure.printFull(old) })
  const change = changeOf(value, old)
  if (change === null) {
    return <dd class="change soft">{value === 0 ? '–' : t('compare.new')}</dd>
  }
  const rounded = Math.round(change * 100)
  const isGood = measure.isBetterLow ? rounded < 0 : rounded > 0
  const mood = rounded === 0 ? 'soft' : isGood ? 'change-good' : 'change-bad'
  return (
    <dd class={`change ${mood}`} title={was}>
      {rounded !== 0 && <Icon name={rounded > 0 ? 'up' : 'fall'} />}
      {signedPercent(change)}
      <span class="hidden">{was}</span>
    </dd>
  )
}
