// The numbers of all saved reports of a kind at once, and those of the period before.

import { sharedTypes } from '../../saved-reports/shared-types.ts'
import type { View } from '../filters/view.ts'
import { type Loaded, useAnswer } from '../state/answer.ts'
import type { Query } from '../state/api.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import type { ReportKind } from './report-kind.ts'

interface SavedStats {
  id: string
  /** The kind's own answer; `null` where what is saved asks for nothing. */
  stats: unknown
}

interface AllStats {
  data: SavedStats[]
}

/** As many as the list of saved ones has. */
export const mostSaved = 200

/** As many as the server counts at once. */
const mostAtOnce = 20

export interface ComparedStats {
  now: Loaded<AllStats>
  /** `undefined` without a compared period. */
  before: AllStats | undefined
  /** Requests the numbers of one: where, and with which queries. */
  single: { list: string | null; now: Query; before: Query | null }
  /** Asks again: after one was saved or deleted. */
  reload: () => void
}

/** Only kinds with numbers in brief ask for anything. */
export function useSavedStats(
  { type, Brief }: Pick<ReportKind<object>, 'type' | 'Brief'>,
  { query, totalsQuery: { compareStartAt, compareEndAt } }: View,
  hasSaved: boolean,
): ComparedStats {
  const target = useTarget()
  const name = Brief && Object.entries(sharedTypes).find(([known]) => known === type)?.[1]
  const path = hasSaved && name ? statisticPath(target, `${name}/stats`) : null
  const hasBefore = compareStartAt !== undefined
  const earlier = { ...query, startAt: compareStartAt, endAt: compareEndAt }
  const now = useAnswer<AllStats>(path, { query: { ...query, pageSize: mostAtOnce } })
  const before = useAnswer<AllStats>(hasBefore ? path : null, {
    query: { ...earlier, pageSize: mostAtOnce },
  })
  return {
    now,
    before: hasBefore ? before.value : undefined,
    single: { list: path && `${name}`, now: query, before: hasBefore ? earlier : null },
    reload: () => {
      now.reload()
      before.reload()
    },
  }
}

const findRow = (all: AllStats | undefined, id: string) => all?.data.find((one) => one.id === id)

/** The numbers of one of them, `null` where it has none: of those at once, else requested alone. */
export function useOwnStats(
  { now, before, single }: ComparedStats,
  id: string,
): { now: Loaded<unknown>; before: unknown } {
  const target = useTarget()
  const row = findRow(now.value, id)
  const isMissing = now.value !== undefined && !now.isOld && row === undefined
  const path = single.list && isMissing ? statisticPath(target, `${single.list}/${id}/stats`) : null
  const ownNow = useAnswer<unknown>(path, { query: single.now })
  const ownBefore = useAnswer<unknown>(single.before && path, { query: single.before ?? {} })
  return isMissing
    ? { now: ownNow, before: ownBefore.value }
    : {
        now: { ...now, value: now.value && (row?.stats ?? null) },
        before: findRow(before, id)?.stats,
      }
}
