import { Icon } from '../../components/icon.tsx'
import { FirstRows } from '../../components/list/first-rows.tsx'
import { percent, wholeNumber } from '../../text/numbers.ts'
import { visible } from '../../text/user-text.ts'
import type { Journey } from './journey-layout.ts'

interface JourneyListProps {
  /** The most frequent first. */
  journeys: readonly Journey[]
  /** All visits, which shares are parts of. */
  whole: number
  /** Called with the journey that is pointed at. */
  onPoint: (journey: Journey | null) => void
}

/** Journeys one by one, each with how many visits took it. */
export function JourneyList({ journeys, whole, onPoint }: JourneyListProps) {
  return (
    <FirstRows rows={journeys} first={10} further={30}>
      {(rows) => (
        <ol class="journeys">
          {rows.map((journey) => (
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
      )}
    </FirstRows>
  )
}
