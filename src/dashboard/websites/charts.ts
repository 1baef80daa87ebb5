// Visitors of the websites that are listed, over the range that the address names, and before it.

import { hourMs } from '../../time/durations.ts'
import type { Range } from '../../time/range.ts'
import { type Loaded, useAnswer } from '../state/answer.ts'
import { useMinute } from '../state/clock.ts'
import { useSignal } from '../state/signal.ts'
import { zoneChoice } from '../state/zone-choice.ts'
import { relativeChange } from '../text/measures.ts'
import { comparedPeriod, passedPart } from '../time/comparison.ts'
import { parseRange, type RangeName } from '../time/range.ts'
import { findZone } from '../time/zone.ts'

/** Ranges of the list, the first one where the address names none. */
export const listRanges = ['7d', '30d', '90d'] as const satisfies readonly RangeName[]
export type ListRange = (typeof listRanges)[number]

/** Orders of the list, the first one where the address names none. */
export const listOrders = ['name', 'visitors', 'change'] as const
export type ListOrder = (typeof listOrders)[number]

/** What the server draws at once. */
export const maxCharts = 20

interface Charts {
  data: Record<string, { values: number[]; total: number }>
}

/** Visitors of one website. */
export interface Visitors {
  /** Per half day, or per several. */
  values: readonly number[]
  total: number
  /** As much of the period before as has passed of the range; `null` while that is not known. */
  before: number | null
}

type Listed = Pick<Loaded<Map<string, Visitors>>, 'value' | 'problem' | 'reload'>

/** Visitors by website. Without those of the period before they are shown all the same. */
export function useVisitors(ids: readonly string[], name: ListRange): Listed {
  const zone = findZone(useSignal(zoneChoice))
  // Whole hours, so that not every look is another question.
  const now = Math.ceil((useMinute() + 1) / hourMs) * hourMs - 1
  const present = { now, zone, firstDay: 0, firstAt: now }
  const whole = parseRange(name, present)
  const range = { startAt: whole.startAt, endAt: Math.min(whole.endAt, now) }
  const compared = comparedPeriod(whole, 'prev', present)
  const counted = useCharts(ids, range, zone.name)
  const earlier = useCharts(ids, compared && passedPart(whole, compared, now), zone.name)
  const { problem } = counted
  // Numbers of another range are compared with nothing of this one.
  const before = earlier.isOld === counted.isOld ? earlier.value?.data : undefined
  const charts = Object.entries(counted.value?.data ?? {})
  const value =
    counted.value &&
    new Map(
      charts.map(([id, chart]) => [
        id,
        {
          ...chart,
          before: before?.[id]?.total ?? null,
        },
      ]),
    )
  const reload = () => {
    counted.reload()
    earlier.reload()
  }
  return { value, problem, reload }
}

function useCharts(ids: readonly string[], range: Range | null, timezone: string) {
  const isAsked = ids.length > 0 && range !== null
  const query = { ids: ids.join(), startAt: range?.startAt, endAt: range?.endAt, timezone }
  return useAnswer<Charts>(isAsked ? '/api/websites/charts' : null, { query })
}

/** What a website is sorted by; the highest comes first. */
const ranks: Record<Exclude<ListOrder, 'name'>, (visitors: Visitors | undefined) => number> = {
  visitors: (visitors) => visitors?.total ?? 0,
  // Those that are new have gained the most; those that had and have nobody gained nothing.
  change: (visitors) =>
    visitors && visitors.before !== null
      ? (relativeChange(visitors.total, visitors.before) ??
        (visitors.total > 0 ? Number.POSITIVE_INFINITY : 0))
      : 0,
}

/** Websites, which come by name, in another order. */
export function sortWebsites<Row extends { id: string }>(
  rows: readonly Row[],
  order: ListOrder,
  visitors: Map<string, Visitors> | undefined,
): Row[] {
  if (order === 'name') return [...rows]
  const rank = ({ id }: Row) => ranks[order](visitors?.get(id))
  return rows.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)))
}
