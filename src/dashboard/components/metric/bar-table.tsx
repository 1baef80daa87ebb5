import { useState } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import { visible } from '../../text/user-text.ts'
import { EmptyNote } from '../empty-note.tsx'
import { Icon } from '../icon.tsx'

export interface BarRow {
  key: string
  name: string
  value: number
  /** Where a click on the name leads. */
  href?: string
  /** Whether it is the one that is looked at. */
  isChosen?: boolean
}

interface BarTableProps {
  /** Headings of the two columns. */
  label: string
  count: string
  /** The highest first. */
  rows: readonly BarRow[]
  print?: (value: number) => string
  /** What shares are of; without it there are none. */
  whole?: number
}

const firstRows = 8
const furtherRows = 20

/** Names with a value, as bars; the first ones, and more when they are asked for. */
export function BarTable({ label, count, rows, print = wholeNumber, whole }: BarTableProps) {
  const [shown, setShown] = useState(firstRows)
  if (rows.length === 0) return <EmptyNote title={t('metric.empty')} />
  const highest = Math.max(...rows.map(({ value }) => value)) || 1
  return (
    <>
      <table class={`metric ${print === wholeNumber ? '' : 'metric-wide'}`}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
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
          {rows.slice(0, shown).map(({ key, name: recorded, value, href, isChosen }) => {
            const name = visible(recorded)
            return (
              <tr key={key}>
                <th scope="row">
                  <span class="metric-bar" style={{ inlineSize: `${(100 * value) / highest}%` }} />
                  {href === undefined ? (
                    <span class="metric-name" title={name}>
                      {name}
                    </span>
                  ) : (
                    <a
                      class="metric-name"
                      href={href}
                      title={name}
                      aria-current={isChosen ? 'true' : undefined}
                    >
                      {name}
                    </a>
                  )}
                </th>
                <td class="number">{print(value)}</td>
                {whole !== undefined && (
                  <td class="number metric-share">
                    {whole > 0 ? percent(Math.min(1, value / whole)) : ''}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > shown && (
        <div class="metric-more">
          <button
            type="button"
            class="button-bare"
            onClick={() => setShown((before) => before + furtherRows)}
          >
            <Icon name="more" />
            {t('metric.more')}
          </button>
        </div>
      )}
    </>
  )
}
