// The journey report, section 8.6, and its flows.

import { type ReportBody, reportScope } from '../data/report-body.ts'
import { toRows } from '../rows/filters.ts'
import { grouped, groupedBy, ordered, sum } from '../rows/order.ts'
import type { Site } from '../rows/rows.ts'

interface Body extends ReportBody {
  steps: number
  startStep?: string
  endStep?: string
  eventType?: number
}

export function journey(site: Site, body: Body, now: number) {
  return ordered(
    groupedBy(asked(toVisits(site, body, now), body), (chain) => chain).map(
      ({ key, rows: same }) => ({ items: key, count: same.length }),
    ),
    ({ count }) => -count,
    ({ items }) => items.join('\0'),
  ).slice(0, 100)
}

/** The items of every visit that has one, as many as are asked for. */
function toVisits(site: Site, body: Body, now: number): string[][] {
  const rows = ordered(
    toRows(reportScope(site, body, now), 'activity').filter(
      ({ eventType }) => body.eventType === undefined || eventType === body.eventType,
    ),
    ({ at }) => at,
    ({ order }) => order,
  )
  return grouped(rows, ({ visitId }) => visitId).map(([, visit]) =>
    visit.slice(0, body.steps).map(({ eventName, urlPath }) => eventName || urlPath),
  )
}

const asked = (chains: readonly string[][], { startStep, endStep }: Body): string[][] =>
  chains
    .filter((chain) => !startStep || chain[0] === startStep)
    .filter((chain) => !endStep || chain.at(-1) === endStep)
    .map((chain) => chain.filter((item, index) => item !== chain[index - 1]))

/** The same journeys by step: eight items by name where there are more than nine. */
export function journeyFlows(site: Site, body: Body, now: number) {
  const visits = toVisits(site, body, now)
  const chains = asked(visits, body)
  const ranked = Array.from({ length: body.steps }, (_, step) =>
    ordered(
      groupedBy(
        chains.filter((chain) => chain[step] !== undefined),
        (chain) => chain[step] as string,
      ).map(({ key, rows }) => ({ name: key, visits: rows.length })),
      (item) => -item.visits,
      ({ name }) => name,
    ),
  )
  const named = ranked.map((items) =>
    (items.length > 9 ? items.slice(0, 8) : items).map(({ name }) => name),
  )
  const nameAt = (chain: string[], step: number): string | null =>
    named[step]?.find((name) => name === chain[step]) ?? null
  const steps = ranked.map((items, step) => {
    const names = named[step] as string[]
    const rare = items.slice(names.length)
    const going = chains.filter((chain) => chain[step + 1] !== undefined)
    const order = (name: string | null, at: number) =>
      name === null ? 9 : (named[at]?.indexOf(name) ?? 9)
    return {
      visits: sum(items.map((item) => item.visits)),
      nodes: [
        ...items.slice(0, names.length).map((item) => ({ ...item, items: 1 })),
        ...(rare.length > 0
          ? [{ name: null, visits: sum(rare.map((item) => item.visits)), items: rare.length }]
          : []),
      ],
      links: ordered(
        groupedBy(going, (chain) => [nameAt(chain, step), nameAt(chain, step + 1)] as const).map(
          ({ key: [from, to], rows }) => ({ from, to, visits: rows.length }),
        ),
        ({ from }) => order(from, step),
        ({ to }) => order(to, step + 1),
      ),
    }
  })
  return { visits: visits.length, steps: steps.filter(({ nodes }) => nodes.length > 0) }
}
