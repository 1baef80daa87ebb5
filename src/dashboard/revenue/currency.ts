// The currency that revenue is shown in.

import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { usePageLocation } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'

interface Currencies {
  /** The chosen one, else the one of most payments; `null` while that is being found out. */
  chosen: string | null
  /** Those that were paid in, the one of most payments first. */
  used: string[]
}

const fallback = 'USD'

/** Currencies of the revenue in the range, else of all there ever was, and the one to show. */
export function useCurrencies(view: View): Currencies {
  const path = statisticPath(useTarget(), 'revenue/currencies')
  const wanted = usePageLocation().query.get('currency')?.trim().toUpperCase()
  const inRange = useAnswer<{ currency: string }[]>(path, { query: view.query })
  // A shop that sold nothing this week still has a currency.
  const isNone = inRange.value?.length === 0
  const everUsed = useAnswer<{ currency: string }[]>(isNone ? path : null, {
    query: { startAt: 0, endAt: view.range.endAt },
  })
  const found = isNone ? everUsed : inRange
  const used = (found.value ?? []).map(({ currency }) => currency)
  const isKnown = found.value !== undefined || found.problem !== undefined
  return { chosen: wanted || (isKnown ? (used[0] ?? fallback) : null), used }
}
