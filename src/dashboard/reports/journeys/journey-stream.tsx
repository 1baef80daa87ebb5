import type { FlowLink } from './journey-layout.ts'
import { nodeWidth } from './journey-node.tsx'

interface StreamProps {
  link: FlowLink
  columnWidth: number
  /** How much of its height belongs to what is pointed at. */
  litHeight: number
  onHover: (isOver: boolean) => void
}

/** The visits between two nodes; what is pointed at is lit. */
export function Stream({ link, columnWidth, litHeight, onHover }: StreamProps) {
  const startX = link.from.step * columnWidth + nodeWidth
  const endX = link.to.step * columnWidth
  const bend = (startX + endX) / 2
  const shape = (height: number) => {
    const { fromY, toY } = link
    return `M${startX} ${fromY}C${bend} ${fromY} ${bend} ${toY} ${endX} ${toY}v${height}C${bend} ${toY + height} ${bend} ${fromY + height} ${startX} ${fromY + height}z`
  }
  return (
    <g onPointerEnter={() => onHover(true)} onPointerLeave={() => onHover(false)}>
      <path
        class={isRest(link) ? 'flow flow-between-rest' : 'flow'}
        d={shape(Math.max(1, link.height))}
      />
      {litHeight > 0 && <path class="flow-on" d={shape(Math.max(1.5, litHeight))} />}
    </g>
  )
}

/** Whether nobody can say what it is about. */
const isRest = ({ from, to }: FlowLink): boolean => from.name === null && to.name === null
