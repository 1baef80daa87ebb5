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

export interface ComparedStats {
  now: Loaded<AllStats>
  /** `undefined` without a compared period. */
  before: AllStats | undefined
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
  const asked: Query = { ...query, pageSize: mostSaved }
  const now = useAnswer<AllStats>(path, { query: asked })
  const before = useAnswer<AllStats>(hasBefore ? path : null, {
    query: { ...asked, startAt: compareStartAt, endAt: compareEndAt },
  })
  return {
    now,
    before: hasBefore ? before.value : undefined,
    reload: () => {
      now.reload()
      before.reload()
    },
  }
}

/** The numbers of one of them; `undefined` while they load, and where there are none. */
export const findStats = (all: AllStats | undefined, id: string): unknown =>
  all?.data.find((one) => one.id === id)?.stats ?? undefined
