import { relativeChange } from '../../text/measures.ts'
import { t } from '../../text/messages.ts'
import { percent, signedNumber, signedPercent } from '../../text/numbers.ts'
import { Explanation } from '../explanation.tsx'

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
  /** Whether values are shares, whose change is in points of a hundred. */
  isShare?: boolean
  /** Whether nothing at all was recorded before. */
  isFirst?: boolean
}

/** More is no news as a number: the period before hardly existed. */
const largestChange = 9.99

/** How much a number has changed. */
export function Change(props: ChangeProps & { tag?: 'dd' | 'span' }) {
  const { value, old, was, isBetterLow = false, isShare = false, isFirst = false } = props
  const Tag = props.tag ?? 'dd'
  if (isFirst) return <Tag class="change soft">{t('compare.first')}</Tag>
  const change = isShare ? value - old : relativeChange(value, old)
  if (change === null) {
    return <Tag class="change soft">{value === 0 ? '–' : t('compare.new')}</Tag>
  }
  const rounded = Math.round(change * 100)
  const isGood = isBetterLow ? rounded < 0 : rounded > 0
  const mood = rounded === 0 ? 'soft' : isGood ? 'change-good' : 'change-bad'
  return (
    <Tag class="change">
      <span class={mood}>{changeText(change, isShare)}</span>{' '}
      <span class="soft change-before">{t('compare.was', { value: was })}</span>
    </Tag>
  )
}

function changeText(change: number, isShare: boolean): string {
  if (isShare) return t('compare.points', { change: signedNumber(Math.round(change * 100)) })
  return change > largestChange ? `>${percent(largestChange)}` : signedPercent(change)
}
