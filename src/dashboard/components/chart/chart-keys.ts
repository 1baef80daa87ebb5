// Charts by keyboard.

/** What a reader has walked to. */
export interface Walk {
  /** The bucket that is read out. */
  index: number
  /** Where a selection began; `null` without one. */
  anchor: number | null
}

/** Buckets that Page Up and Page Down leap over. */
const leap = 7

/**
 * Where a key leads among so many buckets: arrows, Home, End and Page keys walk, with Shift they
 * select, Escape drops the selection. `null` for keys that mean nothing here.
 */
export function walkOn(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  walk: Walk | null,
  count: number,
): Walk | null {
  const last = count - 1
  // The newest is what most people look for.
  const from = walk?.index ?? last
  if (key === 'Escape') return walk?.anchor == null ? null : { index: from, anchor: null }
  const goals: Record<string, number> = {
    ArrowLeft: walk ? from - 1 : last,
    ArrowRight: walk ? from + 1 : last,
    PageUp: from - leap,
    PageDown: from + leap,
    Home: 0,
    End: last,
  }
  const goal = goals[key]
  if (goal === undefined) return null
  const index = Math.min(last, Math.max(0, goal))
  return { index, anchor: shiftKey ? (walk?.anchor ?? from) : null }
}

/** The buckets that are selected, or the one that is read out. */
export const selectedBuckets = ({ index, anchor }: Walk): [first: number, last: number] => [
  Math.min(index, anchor ?? index),
  Math.max(index, anchor ?? index),
]
