import type { ComponentChildren } from 'preact'
import { t } from '../../text/messages.ts'
import { percent } from '../../text/numbers.ts'
import { CountedHead } from './counted-head.tsx'

export interface Bar {
  key: string
  name: ComponentChildren
  value: number
  text: string
  /** In full, where `text` is rounded. */
  full?: string
}

interface BarRowsProps {
  /** Headings of the two columns. */
  label: string
  count: string
  /** How the rows are counted. */
  explanation?: string | undefined
  bars: readonly Bar[]
  /** The longest bar; the highest of these values when left out. */
  highest?: number
  /** The whole that shares are parts of; `null` while it is unknown. Without it there are no shares. */
  whole?: number | null | undefined
  /** Whether values need more room than whole numbers. */
  isWide?: boolean
}

/** A table of names with a value, each as a bar. */
export function BarRows(props: BarRowsProps) {
  const { label, count, explanation, bars, whole, isWide = false } = props
  const highest = props.highest ?? Math.max(...bars.map(({ value }) => value))
  return (
    <table class={isWide ? 'metric metric-wide' : 'metric'}>
      <thead>
        <tr>
          <CountedHead label={label} explanation={explanation} />
          <th scope="col" class="number">
            {count}
          </th>
          {whole !== undefined && (
            <th scope="col" class="number metric-share">
              <span class="hidden">{t('metric.share')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, value, text, full }) => (
          <tr key={key}>
            <th scope="row">
              <span
                class="metric-bar"
                style={{ inlineSize: `${(100 * value) / (highest || 1)}%` }}
              />
              {name}
            </th>
            <td class="number" title={full}>
              {text}
            </td>
            {whole !== undefined && (
              <td class="number metric-share">
                {whole ? percent(Math.min(1, value / whole)) : ''}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
