import { Change } from '../../components/metric/total-numbers.tsx'
import { percent, wholeNumber } from '../../text/numbers.ts'

interface Reached {
  /** Part of all who could have, 0 to 1. */
  share: number
  /** Visitors. */
  count: number
}

/** How many came to the end, as a bar, a number and a part, and how that has changed. */
export function BriefNumbers({ share, count, old }: Reached & { old: Reached | undefined }) {
  return (
    <div class="brief">
      <Meter share={share} />
      <span class="number">{wholeNumber(count)}</span>
      <strong class="number">{percent(share)}</strong>
      {old && (
        <Change
          tag="span"
          value={count}
          old={old.count}
          was={`${wholeNumber(old.count)} (${percent(old.share)})`}
        />
      )}
    </div>
  )
}

/** A part of a whole as a bar. */
export function Meter({ share }: { share: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span class="meter-part" style={{ inlineSize: `${100 * Math.min(1, share)}%` }} />
    </span>
  )
}
