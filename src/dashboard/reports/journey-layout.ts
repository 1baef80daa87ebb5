// Where the steps of journeys stand in their picture, and how wide the ways between them are.

export interface Journey {
  /** Paths and events, in their order. */
  items: readonly string[]
  /** Visits that took it. */
  count: number
}

export interface JourneyNode {
  /** Column, from 0. */
  step: number
  /** `null` for all the items of a column that are too rare to stand for themselves. */
  name: string | null
  /** Visits that came through. */
  count: number
  /** Indexes of the journeys that go through it. */
  journeys: ReadonlySet<number>
  y: number
  height: number
}

export interface JourneyLink {
  from: JourneyNode
  to: JourneyNode
  count: number
  journeys: ReadonlySet<number>
  /** Upper edge at either end. */
  fromY: number
  toY: number
  height: number
}

export interface JourneyPicture {
  /** Visits by column. */
  columns: number[]
  nodes: JourneyNode[]
  links: JourneyLink[]
  /** Pixels for one visit. */
  scale: number
  height: number
}

/** Items of a column that stand for themselves. */
const namedItems = 8
/** What a node takes at least, so that its label has room. */
const labelHeight = 38
const gap = 8
/** Height of all visits together. */
const flowHeight = 340

/** Lays out journeys in columns, the most frequent items at the top. */
export function layOutJourneys(journeys: readonly Journey[]): JourneyPicture {
  const total = journeys.reduce((sum, { count }) => sum + count, 0)
  const scale = total === 0 ? 0 : flowHeight / total
  const length = Math.max(0, ...journeys.map(({ items }) => items.length))
  const columns = Array.from({ length }, (_, step) => columnOf(journeys, step, scale))
  const links = columns
    .slice(1)
    .flatMap((column, index) =>
      linksBetween(journeys, columns[index] as JourneyNode[], column, scale),
    )
  return {
    columns: columns.map((column) => column.reduce((sum, { count }) => sum + count, 0)),
    nodes: columns.flat(),
    links,
    scale,
    height: Math.max(0, ...columns.map((column) => bottomOf(column))),
  }
}

const bottomOf = (column: readonly JourneyNode[]): number => {
  const last = column.at(-1)
  return last ? last.y + Math.max(last.height, labelHeight) : 0
}

function columnOf(journeys: readonly Journey[], step: number, scale: number): JourneyNode[] {
  const byName = new Map<string, Set<number>>()
  for (const [index, { items }] of journeys.entries()) {
    const name = items[step]
    if (name === undefined) continue
    const through = byName.get(name) ?? new Set()
    byName.set(name, through.add(index))
  }
  const sorted = [...byName]
    .map(([name, through]) => ({ name, through, count: visitsOf(journeys, through) }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
  // A single rare item may as well have its own name.
  const shown = sorted.length <= namedItems + 1 ? sorted.length : namedItems
  const rare = new Set(sorted.slice(shown).flatMap(({ through }) => [...through]))
  const groups: { name: string | null; through: Set<number>; count: number }[] = [
    ...sorted.slice(0, shown),
    ...(rare.size > 0 ? [{ name: null, through: rare, count: visitsOf(journeys, rare) }] : []),
  ]
  let y = 0
  return groups.map(({ name, through, count }) => {
    const height = Math.max(2, count * scale)
    const node = { step, name, count, journeys: through, y, height }
    y += Math.max(height, labelHeight) + gap
    return node
  })
}

/** The ways from a column to the next, stacked at both ends in the order of what they lead to. */
function linksBetween(
  journeys: readonly Journey[],
  before: readonly JourneyNode[],
  after: readonly JourneyNode[],
  scale: number,
): JourneyLink[] {
  const left = new Map(before.map((node) => [node, node.y]))
  const entered = new Map(after.map((node) => [node, node.y]))
  return before.flatMap((from) =>
    after.flatMap((to): JourneyLink[] => {
      const shared = new Set([...from.journeys].filter((index) => to.journeys.has(index)))
      if (shared.size === 0) return []
      const count = visitsOf(journeys, shared)
      const height = count * scale
      const fromY = left.get(from) as number
      const toY = entered.get(to) as number
      left.set(from, fromY + height)
      entered.set(to, toY + height)
      return [{ from, to, count, journeys: shared, fromY, toY, height }]
    }),
  )
}

/** Visits of those journeys. */
export const visitsOf = (journeys: readonly Journey[], indexes: Iterable<number>): number =>
  [...indexes].reduce((sum, index) => sum + (journeys[index]?.count ?? 0), 0)
