// The picture of journeys by keyboard.

import type { FlowNode, FlowPicture } from './journey-layout.ts'

/** The node that an arrow key leads to; `undefined` for other keys, and at the edges. */
export function findNeighbour(
  { nodes }: FlowPicture,
  from: FlowNode,
  key: string,
  isRtl: boolean,
): FlowNode | undefined {
  const column = (step: number) => nodes.filter((node) => node.step === step)
  const own = column(from.step)
  const middle = ({ y, height }: FlowNode) => y + height / 2
  const nearest = (step: number) =>
    column(step).toSorted(
      (one, other) => Math.abs(middle(one) - middle(from)) - Math.abs(middle(other) - middle(from)),
    )[0]
  switch (key) {
    case 'ArrowDown':
      return own[own.indexOf(from) + 1]
    case 'ArrowUp':
      return own[own.indexOf(from) - 1]
    case 'ArrowRight':
      return nearest(from.step + (isRtl ? -1 : 1))
    case 'ArrowLeft':
      return nearest(from.step + (isRtl ? 1 : -1))
    case 'Home':
      return own[0]
    case 'End':
      return own.at(-1)
    default:
      return undefined
  }
}
