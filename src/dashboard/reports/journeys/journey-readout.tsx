import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import type { FlowLink, FlowNode, FlowPicture } from './journey-layout.ts'
import { nodeName } from './journey-words.ts'

/** Ways listed for a node, in either direction. */
const listedWays = 3

/** The numbers of a node: visits, where they came from, and where they went on to. */
export function NodeReadout({ picture, node }: { picture: FlowPicture; node: FlowNode }) {
  const came = picture.links.filter(({ to }) => to === node)
  const went = picture.links.filter(({ from }) => from === node)
  return (
    <>
      <p class="readout-time">
        <bdi class="flow-readout-name">{nodeName(node)}</bdi>
      </p>
      {node.name === null && (
        <p class="readout-compared">{t('journeys.standsFor', { count: node.items })}</p>
      )}
      <Line label={t('visits')} value={wholeNumber(node.visits)} />
      <Line label={t('journeys.ofAll')} value={toShare(node.visits, picture)} />
      {node.ended !== null && <Line label={t('journeys.ended')} value={wholeNumber(node.ended)} />}
      <Ways title={t('journeys.from')} ways={came.map((link) => [link.from, link.visits])} />
      <Ways title={t('journeys.to')} ways={went.map((link) => [link.to, link.visits])} />
    </>
  )
}

/** The numbers of a way between two nodes. */
export function LinkReadout({ picture, link }: { picture: FlowPicture; link: FlowLink }) {
  return (
    <>
      <p class="readout-time">
        <bdi class="flow-readout-name">{nodeName(link.from)}</bdi>
        <bdi class="flow-readout-name">→ {nodeName(link.to)}</bdi>
      </p>
      <Line label={t('visits')} value={wholeNumber(link.visits)} />
      <Line label={t('journeys.ofAll')} value={toShare(link.visits, picture)} />
      <Line label={t('journeys.ofStep')} value={percent(link.visits / link.from.visits)} />
    </>
  )
}

const toShare = (visits: number, { whole }: FlowPicture): string =>
  percent(visits / Math.max(1, whole))

const Line = ({ label, value }: { label: string; value: string }) => (
  <p class="readout-line">
    <span>{label}</span>
    <strong>{value}</strong>
  </p>
)

function Ways({ title, ways }: { title: string; ways: readonly (readonly [FlowNode, number])[] }) {
  if (ways.length === 0) return null
  const sorted = ways.toSorted(([, one], [, other]) => other - one).slice(0, listedWays)
  return (
    <>
      <p class="readout-time readout-compared">{title}</p>
      {sorted.map(([node, visits]) => (
        <p key={node.name} class="readout-line">
          <bdi class="flow-readout-name">{nodeName(node)}</bdi>
          <strong>{wholeNumber(visits)}</strong>
        </p>
      ))}
    </>
  )
}
