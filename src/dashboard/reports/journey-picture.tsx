import { useEffect, useRef, useState } from 'preact/hooks'
import { ScrollBox } from '../components/scroll-box.tsx'
import { isolated, t } from '../text/messages.ts'
import { percent, wholeNumber } from '../text/numbers.ts'
import { visible } from '../text/recorded.ts'
import {
  type Journey,
  type JourneyLink,
  type JourneyNode,
  type JourneyPicture,
  layOutJourneys,
  visitsOf,
} from './journey-layout.ts'

interface JourneyPictureProps {
  journeys: readonly Journey[]
  /** All visits, which shares are of; without them there are no shares. */
  whole: number | undefined
  /** Journeys that a list points at. */
  pointed: ReadonlySet<number> | null
  /** The node that was chosen, as `nodeKey` names it. */
  chosen: string | null
  onChoose: (key: string | null) => void
}

const nodeWidth = 10
const headHeight = 44
const leastColumn = 168
const letterWidth = 7.2

/** Names a node: its column and what it is. */
export const nodeKey = ({ step, name }: JourneyNode): string =>
  name === null ? `${step}` : `${step}:${name}`

export const nodeName = ({ name }: JourneyNode): string =>
  name === null ? t('journeys.others') : visible(name)

/** Journeys as streams from column to column. Pointing at a part shows all that flows through it. */
export function JourneyFlows({ journeys, whole, pointed, chosen, onChoose }: JourneyPictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [hovered, setHovered] = useState<ReadonlySet<number> | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(() => requestAnimationFrame(measure))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const picture = layOutJourneys(journeys)
  const columnWidth = Math.max(leastColumn, room / Math.max(1, picture.columns.length))
  const fixed = picture.nodes.find((node) => nodeKey(node) === chosen)?.journeys ?? null
  const active = pointed ?? hovered ?? fixed
  return (
    <div ref={box}>
      {room > 0 && (
        <ScrollBox label={t('journeys.picture')}>
          <svg
            class={active ? 'flows flows-active' : 'flows'}
            direction="ltr"
            width={picture.columns.length * columnWidth}
            height={picture.height + headHeight + 8}
          >
            <title>{t('journeys.picture')}</title>
            <Heads picture={picture} columnWidth={columnWidth} />
            <g transform={`translate(0 ${headHeight})`}>
              {picture.links.map((link) => (
                <Link
                  key={`${nodeKey(link.from)} ${nodeKey(link.to)}`}
                  link={link}
                  columnWidth={columnWidth}
                  activeHeight={
                    active
                      ? picture.scale *
                        visitsOf(journeys, new Set([...link.journeys].filter((i) => active.has(i))))
                      : 0
                  }
                  onHover={setHovered}
                />
              ))}
              {picture.nodes.map((node) => (
                <Node
                  key={nodeKey(node)}
                  node={node}
                  columnWidth={columnWidth}
                  isFaint={active !== null && !sharesOne(node.journeys, active)}
                  isChosen={nodeKey(node) === chosen}
                  share={whole ? node.count / whole : undefined}
                  onHover={setHovered}
                  onChoose={onChoose}
                />
              ))}
            </g>
          </svg>
        </ScrollBox>
      )}
    </div>
  )
}

const sharesOne = (some: ReadonlySet<number>, others: ReadonlySet<number>): boolean =>
  [...some].some((index) => others.has(index))

interface HeadsProps {
  picture: JourneyPicture
  columnWidth: number
}

function Heads({ picture: { columns }, columnWidth }: HeadsProps) {
  return (
    <g>
      {columns.map((count, step) => (
        <text key={step} x={step * columnWidth} y={14}>
          <tspan class="flow-head">{t('journeys.step', { step: step + 1 })}</tspan>
          <tspan class="flow-count" x={step * columnWidth} dy={17}>
            {t('journeys.visits', { count })}
          </tspan>
        </text>
      ))}
    </g>
  )
}

interface LinkProps {
  link: JourneyLink
  columnWidth: number
  /** How much of its height belongs to what is pointed at. */
  activeHeight: number
  onHover: (journeys: ReadonlySet<number> | null) => void
}

function Link({ link, columnWidth, activeHeight, onHover }: LinkProps) {
  const startX = link.from.step * columnWidth + nodeWidth
  const endX = link.to.step * columnWidth
  const bend = (startX + endX) / 2
  const stream = (height: number) => {
    const { fromY, toY } = link
    return `M${startX} ${fromY}C${bend} ${fromY} ${bend} ${toY} ${endX} ${toY}v${height}C${bend} ${toY + height} ${bend} ${fromY + height} ${startX} ${fromY + height}z`
  }
  const words = t('journeys.link', {
    from: isolated(nodeName(link.from)),
    to: isolated(nodeName(link.to)),
    count: link.count,
  })
  return (
    <g onPointerEnter={() => onHover(link.journeys)} onPointerLeave={() => onHover(null)}>
      <path class="flow" d={stream(Math.max(1, link.height))}>
        <title>{words}</title>
      </path>
      {activeHeight > 0 && <path class="flow-on" d={stream(Math.max(1.5, activeHeight))} />}
    </g>
  )
}

interface NodeProps {
  node: JourneyNode
  columnWidth: number
  isFaint: boolean
  isChosen: boolean
  /** Part of all visits. */
  share: number | undefined
  onHover: (journeys: ReadonlySet<number> | null) => void
  onChoose: (key: string | null) => void
}

function Node({ node, columnWidth, isFaint, isChosen, share, onHover, onChoose }: NodeProps) {
  const x = node.step * columnWidth
  const name = nodeName(node)
  const most = Math.floor((columnWidth - nodeWidth - 24) / letterWidth)
  const shown = name.length > most ? `${name.slice(0, most - 1)}…` : name
  const toggle = () => onChoose(isChosen ? null : nodeKey(node))
  return (
    // biome-ignore lint/a11y/useSemanticElements: pictures have no buttons of their own.
    <g
      class={`flow-node ${isFaint ? 'flow-faint' : ''} ${isChosen ? 'flow-chosen' : ''}`}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      onPointerEnter={() => onHover(node.journeys)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onHover(node.journeys)}
      onBlur={() => onHover(null)}
      onClick={toggle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        toggle()
      }}
    >
      <title>
        {t('journeys.node', { step: node.step + 1, name: isolated(name), count: node.count })}
      </title>
      {/* Makes the label part of what can be pointed at. */}
      <rect
        class="flow-target"
        x={x}
        y={node.y}
        width={nodeWidth + 8 + Math.min(most, name.length + 2) * letterWidth}
        height={Math.max(node.height, 36)}
      />
      <rect class="flow-bar" x={x} y={node.y} width={nodeWidth} height={node.height} rx={2} />
      <text x={x + nodeWidth + 7} y={node.y + 14}>
        <tspan class="flow-name">{shown}</tspan>
        <tspan class="flow-count" x={x + nodeWidth + 7} dy={16}>
          {[wholeNumber(node.count), ...(share === undefined ? [] : [percent(share)])].join(' · ')}
        </tspan>
      </text>
    </g>
  )
}
