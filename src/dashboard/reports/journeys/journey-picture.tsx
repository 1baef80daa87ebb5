import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { ScrollBox } from '../../components/list/scroll-box.tsx'
import { t } from '../../text/messages.ts'
import { percent } from '../../text/numbers.ts'
import { findNeighbour } from './journey-keys.ts'
import type { FlowLink, FlowNode, FlowPicture } from './journey-layout.ts'
import { type Light, lightOfLink, lightOfNode } from './journey-light.ts'
import { NodeButton, nodeWidth } from './journey-node.tsx'
import { LinkReadout, NodeReadout } from './journey-readout.tsx'
import { nodeKey } from './journey-words.ts'
import { type Hovered, placeReadout, visiblePart } from './readout-position.ts'

interface JourneyPictureProps {
  picture: FlowPicture
  /** What something outside of the picture points at. */
  pointed: Light | null
  /** The node that was chosen. */
  chosen: FlowNode | undefined
  onChoose: (key: string | null) => void
}

const headHeight = 48
const leastColumn = 168

/** Journeys as streams from column to column. Pointing at a part lights its ways and shows numbers. */
export function JourneyFlows({ picture, pointed, chosen, onChoose }: JourneyPictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const readoutId = useId()
  const [room, setRoom] = useState(0)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(() => requestAnimationFrame(measure))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // What was pointed at is no part of another picture.
  useEffect(() => setHovered(null), [picture])
  const columnWidth = Math.max(leastColumn, room / Math.max(1, picture.columns.length))
  const width = picture.columns.length * columnWidth
  const light = useMemo((): Light | null => {
    if (pointed) return pointed
    if (hovered)
      return 'node' in hovered ? lightOfNode(picture, hovered.node) : lightOfLink(hovered.link)
    return chosen ? lightOfNode(picture, chosen) : null
  }, [picture, pointed, hovered, chosen])
  // One stop of the Tab key; arrow keys go on from there.
  const stop = picture.nodes.find((node) => nodeKey(node) === current) ?? chosen ?? picture.nodes[0]
  const move = (event: KeyboardEvent) => {
    const next =
      stop && findNeighbour(picture, stop, event.key, document.documentElement.dir === 'rtl')
    if (next === undefined) return
    event.preventDefault()
    setCurrent(nodeKey(next))
    const index = picture.nodes.indexOf(next)
    const button = box.current?.querySelectorAll<HTMLElement>('.flow-node')[index]
    button?.scrollIntoView({ block: 'nearest', inline: 'center' })
    button?.focus({ preventScroll: true })
  }
  return (
    <div ref={box}>
      {room > 0 && (
        <ScrollBox label={t('journeys.picture')}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons in it. */}
          <div
            class={light ? 'flows flows-active' : 'flows'}
            style={{ inlineSize: `${width}px`, blockSize: `${picture.height + headHeight + 8}px` }}
            onKeyDown={move}
          >
            <Heads picture={picture} columnWidth={columnWidth} />
            <div class="flow-plane" style={{ insetBlockStart: `${headHeight}px` }}>
              <svg
                class="flow-streams"
                width={width}
                height={picture.height + 8}
                aria-hidden="true"
              >
                {picture.links.map((link) => (
                  <Stream
                    key={`${nodeKey(link.from)} ${nodeKey(link.to)}`}
                    link={link}
                    columnWidth={columnWidth}
                    litHeight={(light?.links.get(link) ?? 0) * picture.scale}
                    onHover={(isOver) => setHovered(isOver ? { link } : null)}
                  />
                ))}
              </svg>
              {picture.nodes.map((node) => (
                <NodeButton
                  key={nodeKey(node)}
                  node={node}
                  share={node.visits / Math.max(1, picture.whole)}
                  columnWidth={columnWidth}
                  isFaint={light !== null && !light.nodes.has(node)}
                  isChosen={node === chosen}
                  isStop={node === stop}
                  describedBy={
                    hovered && 'node' in hovered && hovered.node === node ? readoutId : null
                  }
                  onHover={(isOver) => setHovered(isOver ? { node } : null)}
                  onFocus={() => setCurrent(nodeKey(node))}
                  onChoose={() => onChoose(node === chosen ? null : nodeKey(node))}
                />
              ))}
              {hovered && (
                <div
                  class="readout flow-readout"
                  id={readoutId}
                  style={placeReadout(hovered, picture, columnWidth, visiblePart(box.current))}
                >
                  {'node' in hovered ? (
                    <NodeReadout picture={picture} node={hovered.node} />
                  ) : (
                    <LinkReadout picture={picture} link={hovered.link} />
                  )}
                </div>
              )}
            </div>
          </div>
        </ScrollBox>
      )}
    </div>
  )
}

interface HeadsProps {
  picture: FlowPicture
  columnWidth: number
}

const Heads = ({ picture: { columns, whole }, columnWidth }: HeadsProps) => (
  <>
    {columns.map((visits, step) => (
      <p
        key={step}
        class="flow-head"
        style={{ insetInlineStart: `${step * columnWidth}px`, inlineSize: `${columnWidth - 8}px` }}
      >
        <strong>{t('journeys.step', { step: step + 1 })}</strong>
        <span class="soft">
          {t('journeys.visits', { count: visits })} · {percent(visits / Math.max(1, whole))}
        </span>
      </p>
    ))}
  </>
)

interface StreamProps {
  link: FlowLink
  columnWidth: number
  /** How much of its height belongs to what is pointed at. */
  litHeight: number
  onHover: (isOver: boolean) => void
}

function Stream({ link, columnWidth, litHeight, onHover }: StreamProps) {
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
