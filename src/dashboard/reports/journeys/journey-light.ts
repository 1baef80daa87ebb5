// What of the picture of journeys is lit when something in it is pointed at.

import {
  type FlowLink,
  type FlowNode,
  type FlowPicture,
  type Journey,
  nodeOn,
} from './journey-layout.ts'

export interface Light {
  nodes: ReadonlySet<FlowNode>
  /** How many visits of a link are meant. */
  links: ReadonlyMap<FlowLink, number>
}

/** The ways that lead to a node and away from it. */
export function lightOfNode({ links }: FlowPicture, node: FlowNode): Light {
  const own = links.filter(({ from, to }) => from === node || to === node)
  return {
    nodes: new Set([node, ...own.flatMap(({ from, to }) => [from, to])]),
    links: new Map(own.map((link) => [link, link.visits])),
  }
}

export const lightOfLink = (link: FlowLink): Light => ({
  nodes: new Set([link.from, link.to]),
  links: new Map([[link, link.visits]]),
})

/** The way of one journey, as wide as it is frequent. */
export function lightOfJourney(picture: FlowPicture, journey: Journey): Light {
  const nodes = journey.items.map((_, step) => nodeOn(picture, journey, step))
  const links = picture.links.filter(
    ({ from, to }) => nodes[from.step] === from && nodes[to.step] === to,
  )
  return {
    nodes: new Set(nodes.filter((node) => node !== undefined)),
    links: new Map(links.map((link) => [link, Math.min(journey.count, link.visits)])),
  }
}
