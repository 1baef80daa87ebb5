import { relativeChange } from '../../text/measures.ts'
import { t } from '../../text/messages.ts'
import { signedPercent } from '../../text/numbers.ts'
import { Explanation } from '../explanation.tsx'
import { Icon } from '../icon.tsx'

export interface TotalNumber {
  label: string
  text: string
  /** In full, where `text` is rounded. */
  full?: string
  /** How it is counted. */
  explanation?: string | undefined
  /** Against the compared period. */
  change?: ChangeProps | undefined
}

const widths: Record<number, string> = { 3: 'totals-three', 4: 'totals-four' }

/** A row of large numbers, each with its change where there is one. */
export function TotalNumbers({ numbers }: { numbers: readonly TotalNumber[] }) {
  return (
    <dl class={`totals ${widths[numbers.length] ?? ''}`}>
      {numbers.map(({ label, text, full, explanation, change }) => (
        <div key={label} class="total">
          <dt>
            {label}
            {explanation !== undefined && <Explanation name={label} text={explanation} />}
          </dt>
          <dd class="total-value" title={full ?? text}>
            {text}
          </dd>
          {change && <Change {...change} />}
        </div>
      ))}
    </dl>
  )
}

/** Its outline while the numbers are loading. */
export function TotalsOutline({ count }: { count: number }) {
  return (
    <div class={`totals ${widths[count] ?? ''}`}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="total skeleton">
          <div class="skeleton-block" />
        </div>
      ))}
    </div>
  )
}

interface ChangeProps {
  value: number
  old: number
  /** The old value in words. */
  was: string
  /** Whether more is worse. */
  isBetterLow?: boolean
}

/** How much a number has changed. */
export function Change({
  value,
  old,
  was,
  isBetterLow = false,
  tag: Tag = 'dd',
}: ChangeProps & { tag?: 'dd' | 'span' }) {
  const change = relativeChange(value, old)
  if (change === null) {
    return <Tag class="change soft">{value === 0 ? '–' : t('compare.new')}</Tag>
  }
  const rounded = Math.round(change * 100)
  const isGood = isBetterLow ? rounded < 0 : rounded > 0
  const mood = rounded === 0 ? 'soft' : isGood ? 'change-good' : 'change-bad'
  const before = t('compare.was', { value: was })
  return (
    <Tag class={`change ${mood}`} title={before}>
      {rounded !== 0 && <Icon name={rounded > 0 ? 'up' : 'fall'} />}
      {signedPercent(change)}
      <span class="hidden">{before}</span>
    </Tag>
  )
}
