// Where the numbers of what is pointed at appear in the picture of journeys.

import type { FlowLink, FlowNode, FlowPicture } from './journey-layout.ts'

export type Hovered = { node: FlowNode } | { link: FlowLink }

const readoutWidth = 216
/** With all its lines. */
const readoutHeight = 320
const labelHeight = 42
/** Where the edge of what scrolls fades. */
const fade = 34

interface Part {
  /** Pixels out of sight before it. */
  from: number
  size: number
}

/** What is in sight of a picture that scrolls. */
export function visiblePart(box: HTMLElement | null): Part {
  const scroller = box?.firstElementChild
  return { from: Math.abs(scroller?.scrollLeft ?? 0), size: scroller?.clientWidth ?? 0 }
}

/** Next to what is pointed at, on the side that has more room; below it, where neither has. */
export function placeReadout(
  hovered: Hovered,
  picture: FlowPicture,
  columnWidth: number,
  part: Part,
) {
  const isNode = 'node' in hovered
  const node = isNode ? hovered.node : hovered.link.from
  const y = isNode ? node.y : (hovered.link.fromY + hovered.link.toY) / 2
  const isLate = node.step >= picture.columns.length / 2
  const wanted = isLate
    ? node.step * columnWidth - 8 - readoutWidth
    : (node.step + 1) * columnWidth - 16
  const latest = part.from + part.size - readoutWidth - fade
  const start = Math.max(part.from + (part.from > 0 ? fade : 0), Math.min(latest, wanted))
  const lowest = Math.max(0, picture.height - readoutHeight)
  const insetInlineStart = `${start}px`
  if (start === wanted) return { insetInlineStart, insetBlockStart: `${Math.min(y, lowest)}px` }
  return y + labelHeight > lowest && y > readoutHeight
    ? { insetInlineStart, insetBlockStart: 'auto', insetBlockEnd: `${picture.height + 16 - y}px` }
    : { insetInlineStart, insetBlockStart: `${Math.min(y + labelHeight, lowest)}px` }
}
