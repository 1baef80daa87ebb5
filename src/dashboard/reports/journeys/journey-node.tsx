import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import type { FlowNode } from './journey-layout.ts'
import { nodeName } from './journey-words.ts'

interface NodeButtonProps {
  node: FlowNode
  /** Part of all visits. */
  share: number
  columnWidth: number
  isFaint: boolean
  isChosen: boolean
  /** Whether the Tab key stops here. */
  isStop: boolean
  /** Id of the element with its numbers, while they are shown. */
  describedBy: string | null
  onHover: (isOver: boolean) => void
  onFocus: () => void
  onChoose: () => void
}

/** Pixels of the bar of a node. */
export const nodeWidth = 10
const leastTarget = 38

/** A path or an event at a step of journeys: a bar as high as its visits, and its name. */
export function NodeButton(props: NodeButtonProps) {
  const { node, share, columnWidth, isFaint, isChosen, isStop, describedBy } = props
  const { onHover, onFocus, onChoose } = props
  const name = nodeName(node)
  return (
    <button
      type="button"
      class={nodeClass(node, isFaint, isChosen)}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-describedby={describedBy ?? undefined}
      style={{
        insetInlineStart: `${node.step * columnWidth}px`,
        insetBlockStart: `${node.y}px`,
        maxInlineSize: `${columnWidth - 12}px`,
        blockSize: `${Math.max(node.height, leastTarget)}px`,
      }}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocus={() => {
        onFocus()
        onHover(true)
      }}
      onBlur={() => onHover(false)}
      onClick={onChoose}
    >
      <span
        class="flow-bar"
        style={{ inlineSize: `${nodeWidth}px`, blockSize: `${node.height}px` }}
      />
      <span class="flow-label">
        <span class="hidden">{t('journeys.step', { step: node.step + 1 })}: </span>
        <bdi class="flow-name">{name}</bdi>{' '}
        <span class="flow-count">
          {wholeNumber(node.visits)} · {percent(share)}
        </span>
      </span>
    </button>
  )
}

const nodeClass = ({ name }: FlowNode, isFaint: boolean, isChosen: boolean): string =>
  ['flow-node', name === null && 'flow-rest', isFaint && 'flow-faint', isChosen && 'flow-chosen']
    .filter(Boolean)
    .join(' ')
