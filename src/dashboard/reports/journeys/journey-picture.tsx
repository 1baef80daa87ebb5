import type { RefObject } from 'preact'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { ScrollBox } from '../../components/list/scroll-box.tsx'
import { t } from '../../text/messages.ts'
import { percent } from '../../text/numbers.ts'
import { findNeighbour } from './journey-keys.ts'
import type { FlowNode, FlowPicture } from './journey-layout.ts'
import { type Light, lightOfLink, lightOfNode } from './journey-light.ts'
import { NodeButton } from './journey-node.tsx'
import { LinkReadout, NodeReadout } from './journey-readout.tsx'
import { Stream } from './journey-stream.tsx'
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
  const room = useWidth(box)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  // What was pointed at is no part of another picture.
  useEffect(() => setHovered(null), [picture])
  const columnWidth = Math.max(leastColumn, room / Math.max(1, picture.columns.length))
  const width = picture.columns.length * columnWidth
  const light = useMemo(
    () => pointed ?? findLight(picture, hovered, chosen),
    [picture, pointed, hovered, chosen],
  )
  const { stop, setCurrent, onKeyDown } = useStops(picture, chosen, box)
  return (
    <div ref={box}>
      {room > 0 && (
        <ScrollBox label={t('journeys.picture')}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons in it. */}
          <div
            class={light ? 'flows flows-active' : 'flows'}
            style={{ inlineSize: `${width}px`, blockSize: `${picture.height + headHeight + 8}px` }}
            onKeyDown={onKeyDown}
          >
            <Heads picture={picture} columnWidth={columnWidth} />
            <div class="flow-plane" style={{ insetBlockStart: `${headHeight}px` }}>
              <Streams
                picture={picture}
                columnWidth={columnWidth}
                light={light}
                onHover={setHovered}
              />
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

/** The width of an element in pixels; 0 until it is known. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(() => requestAnimationFrame(measure))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return width
}

/** What the pointer lights, else the chosen node. */
function findLight(
  picture: FlowPicture,
  hovered: Hovered | null,
  chosen: FlowNode | undefined,
): Light | null {
  if (hovered) {
    return 'node' in hovered ? lightOfNode(picture, hovered.node) : lightOfLink(hovered.link)
  }
  return chosen ? lightOfNode(picture, chosen) : null
}

/** One stop of the Tab key in a picture, and keys that lead from there to other nodes. */
function useStops(
  picture: FlowPicture,
  chosen: FlowNode | undefined,
  box: RefObject<HTMLElement | null>,
) {
  const [current, setCurrent] = useState<string | null>(null)
  const stop = picture.nodes.find((node) => nodeKey(node) === current) ?? chosen ?? picture.nodes[0]
  const onKeyDown = (event: KeyboardEvent) => {
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
  return { stop, setCurrent, onKeyDown }
}

interface StreamsProps {
  picture: FlowPicture
  columnWidth: number
  light: Light | null
  onHover: (hovered: Hovered | null) => void
}

const Streams = ({ picture, columnWidth, light, onHover }: StreamsProps) => (
  <svg
    class="flow-streams"
    width={picture.columns.length * columnWidth}
    height={picture.height + 8}
    aria-hidden="true"
  >
    {picture.links.map((link) => (
      <Stream
        key={`${nodeKey(link.from)} ${nodeKey(link.to)}`}
        link={link}
        columnWidth={columnWidth}
        litHeight={(light?.links.get(link) ?? 0) * picture.scale}
        onHover={(isOver) => onHover(isOver ? { link } : null)}
      />
    ))}
  </svg>
)

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
