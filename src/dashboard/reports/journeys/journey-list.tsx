import { useState } from 'preact/hooks'
import { Icon } from '../../components/icon.tsx'
import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import { visible } from '../../text/user-text.ts'
import type { Journey } from './journey-layout.ts'

interface JourneyListProps {
  /** The most frequent first. */
  journeys: readonly Journey[]
  /** All visits, which shares are of. */
  whole: number
  /** Tells which journey is pointed at. */
  onPoint: (journey: Journey | null) => void
}

const firstRows = 10
const furtherRows = 30

/** Journeys one by one, each with how many visits took it. */
export function JourneyList({ journeys, whole, onPoint }: JourneyListProps) {
  const [shown, setShown] = useState(firstRows)
  return (
    <>
      <ol class="journeys">
        {journeys.slice(0, shown).map((journey) => (
          <li
            key={JSON.stringify(journey.items)}
            class="journey"
            onPointerEnter={() => onPoint(journey)}
            onPointerLeave={() => onPoint(null)}
          >
            <span class="journey-items">
              {journey.items.map((item, step) => (
                <span key={step} class="journey-item">
                  {step > 0 && <Icon name="next" />}
                  <bdi class="journey-name" title={visible(item)}>
                    {visible(item)}
                  </bdi>
                </span>
              ))}
            </span>
            <span class="number">{wholeNumber(journey.count)}</span>
            <span class="number soft">{percent(journey.count / Math.max(1, whole))}</span>
          </li>
        ))}
      </ol>
      {journeys.length > shown && (
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
