import { useState } from 'preact/hooks'
import { Icon } from '../components/icon.tsx'
import { t } from '../text/messages.ts'
import { percent, wholeNumber } from '../text/numbers.ts'
import { visible } from '../text/recorded.ts'
import type { Journey } from './journey-layout.ts'

interface JourneyListProps {
  /** The most frequent first. */
  journeys: readonly Journey[]
  /** Indexes of those to show; `null` for all. */
  through: ReadonlySet<number> | null
  /** All visits, which shares are of; without them there are no shares. */
  whole: number | undefined
  /** Tells which journey is pointed at. */
  onPoint: (index: number | null) => void
}

const firstRows = 10
const furtherRows = 30

/** Journeys one by one, each with how many visits took it. */
export function JourneyList({ journeys, through, whole, onPoint }: JourneyListProps) {
  const [shown, setShown] = useState(firstRows)
  const rows = journeys
    .map((journey, index) => ({ ...journey, index }))
    .filter(({ index }) => through === null || through.has(index))
  return (
    <>
      <ol class="journeys">
        {rows.slice(0, shown).map(({ items, count, index }) => (
          <li
            key={index}
            class="journey"
            onPointerEnter={() => onPoint(index)}
            onPointerLeave={() => onPoint(null)}
          >
            <span class="journey-items">
              {items.map((item, step) => (
                <span key={step} class="journey-item">
                  {step > 0 && <Icon name="next" />}
                  <bdi class="journey-name" title={visible(item)}>
                    {visible(item)}
                  </bdi>
                </span>
              ))}
            </span>
            <span class="number">{wholeNumber(count)}</span>
            <span class="number soft">{whole ? percent(count / whole) : ''}</span>
          </li>
        ))}
      </ol>
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
