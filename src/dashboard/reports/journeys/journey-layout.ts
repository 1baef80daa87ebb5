// Where the steps of journeys are in their picture, and how wide the ways between them are.

import type { JourneyFlows } from '../../../stats/reports/journey-flows.ts'

export interface Journey {
  /** Paths and events, in their order. */
  items: readonly string[]
  /** Visits that took it. */
  count: number
}

export interface FlowNode {
  /** Column, from 0. */
  step: number
  /** `null` for all the items of a column that are too rare to show one by one. */
  name: string | null
  /** Visits that came through. */
  visits: number
  /** How many paths and events it sums up. */
  items: number
  /** Visits that end here; in the last column nobody knows. */
  ended: number | null
  y: number
  height: number
}

export interface FlowLink {
  from: FlowNode
  to: FlowNode
  visits: number
  /** Upper edge at either end. */
  fromY: number
  toY: number
  height: number
}

export interface FlowPicture {
  /** All visits, which shares are of. */
  whole: number
  /** Visits by column. */
  columns: number[]
  nodes: FlowNode[]
  links: FlowLink[]
  /** Pixels for one visit. */
  scale: number
  height: number
}

/** What a node takes at least, so that its label has room. */
const labelHeight = 38
const gap = 8
/** Height of all visits of the first step together. */
const flowHeight = 340

/** Lays out flows in columns; `length` is how many steps were asked for. */
export function layOutFlows({ visits, steps }: JourneyFlows, length: number): FlowPicture {
  const scale = flowHeight / Math.max(1, ...steps.map((step) => step.visits))
  const columns = steps.map((step, index) => placeColumn(step, index, scale, index === length - 1))
  const links = columns
    .slice(1)
    .flatMap((column, index) =>
      linksBetween(steps[index]?.links ?? [], columns[index] as FlowNode[], column, scale),
    )
  return {
    whole: visits,
    columns: steps.map((step) => step.visits),
    nodes: columns.flat(),
    links,
    scale,
    height: Math.max(0, ...columns.map((column) => columnBottom(column))),
  }
}

type Step = JourneyFlows['steps'][number]

function placeColumn({ nodes, links }: Step, step: number, scale: number, isLast: boolean) {
  let y = 0
  return nodes.map(({ name, visits, items }): FlowNode => {
    const left = links.filter(({ from }) => from === name).reduce((sum, one) => sum + one.visits, 0)
    const height = Math.max(2, visits * scale)
    const node = { step, name, visits, items, ended: isLast ? null : visits - left, y, height }
    y += Math.max(height, labelHeight) + gap
    return node
  })
}

const columnBottom = (column: readonly FlowNode[]): number => {
  const last = column.at(-1)
  return last ? last.y + Math.max(last.height, labelHeight) : 0
}

/** The ways from a column to the next, stacked at both ends in the order of what they lead to. */
function linksBetween(
  links: Step['links'],
  before: readonly FlowNode[],
  after: readonly FlowNode[],
  scale: number,
): FlowLink[] {
  const left = new Map(before.map((node) => [node, node.y]))
  const entered = new Map(after.map((node) => [node, node.y]))
  return before.flatMap((from) =>
    after.flatMap((to): FlowLink[] => {
      const found = links.find((link) => link.from === from.name && link.to === to.name)
      if (!found) return []
      const height = found.visits * scale
      const fromY = left.get(from) as number
      const toY = entered.get(to) as number
      left.set(from, fromY + height)
      entered.set(to, toY + height)
      return [{ from, to, visits: found.visits, fromY, toY, height }]
    }),
  )
}

/** The node that a journey goes through at a step; `undefined` where it has ended before. */
export function nodeOn(
  { nodes }: FlowPicture,
  { items }: Journey,
  step: number,
): FlowNode | undefined {
  const item = items[step]
  if (item === undefined) return undefined
  const column = nodes.filter((node) => node.step === step)
  return column.find(({ name }) => name === item) ?? column.find(({ name }) => name === null)
}
