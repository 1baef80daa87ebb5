// A random scenario: who did what when, on several websites, a link and a pixel of one server.

import type { TestServer } from '../../../support/app.ts'
import { openSite, type Site } from '../rows/rows.ts'
import { type Hit, nameSender, randomHit, randomVisitor, type Visitor } from './hits.ts'
import * as pools from './pools.ts'
import type { Random } from './random.ts'
import { type Group, openRecorder } from './record.ts'
import { storeFilters } from './stored-filters.ts'
import { eraseWebsite } from './upkeep.ts'
import { shapedVisits } from './visit-shapes.ts'

export interface Scenario {
  /** The large website first; the second one small, the third one reset early on. */
  sites: Site[]
  link: Site
  pixel: Site
  /** Sends the next third of the scenario to the server, which may be another one with its data. */
  goOn(server: TestServer): Promise<void>
  /** Deletes a website that is none of `sites`, with all its rows. */
  erase(server: TestServer): Promise<void>
}

const resetAt = Date.parse('2026-03-28T12:00:00.250Z')

/** Sends the server the beginning of a scenario and gives what it must remember. */
export async function beginScenario(server: TestServer, random: Random): Promise<Scenario> {
  server.setNow(pools.askedAt - 3_600_000)
  const visitors = Array.from({ length: 60 }, (_, number) => randomVisitor(random, number + 1))
  const websites: Site[] = []
  for (const [number, name] of ['Large', 'Small', 'Reset', 'Gone'].entries()) {
    // Known ids, so that a seed repeats the order of ids too.
    const id = `0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f${number}`
    websites.push(openSite(await server.createWebsite(name, id)))
  }
  const [large, small, reset, gone] = websites as [Site, Site, Site, Site]
  const link = openSite(await createOther(server, 'links', { url: 'https://example.com/' }), 'link')
  const pixel = openSite(await createOther(server, 'pixels', {}), 'pixel')
  const recorder = openRecorder()
  const late: Group[] = []
  const sendCounts = async (to: TestServer, counts: [Site, number][]) => {
    // What came late to visits of the third before is sent among the rows of this one.
    const groups = [...late.splice(0), ...toGroups(random, visitors, counts)]
    for (const [site] of counts.filter(([{ kind }]) => kind === 'website')) {
      const around = site === reset ? resetAt : null
      for (const visit of shapedVisits(random, site, visitors, around)) {
        groups.push(visit.group)
        if (visit.late) (random.isLucky(0.5) ? late : groups).push(visit.late)
      }
    }
    for (const group of inOrder(random, groups)) await recorder.send(to, group)
    // A restarted server goes on counting from the last row, and an identify may leave none.
    await recorder.send(to, toView(random, small, visitors))
    to.setNow(pools.askedAt)
  }
  await sendCounts(server, [
    [reset, 6],
    [gone, 2],
  ])
  await resetWebsite(server, reset)
  await storeFilters(server, large)
  const third: [Site, number][] = [
    [large, 18],
    [small, 3],
    [reset, 3],
    [link, 1],
    [pixel, 1],
  ]
  await sendCounts(server, third)
  return {
    sites: [large, small, reset],
    link,
    pixel,
    goOn: (to) => sendCounts(to, third),
    erase: (to) => eraseWebsite(to, gone.id),
  }
}

function toView(random: Random, site: Site, visitors: Visitor[]): Group {
  const [visitor] = visitors as [Visitor]
  let hit = randomHit(random, site, visitor)
  while (hit.columns === null) hit = randomHit(random, site, visitor)
  hit.timestamp = Math.floor(pools.askedAt / 1000) - 90_000
  return { at: pools.askedAt, place: random.pick(pools.places), hits: [hit], isBatch: false }
}

async function createOther(
  server: TestServer,
  kind: 'links' | 'pixels',
  members: Record<string, string>,
): Promise<string> {
  const body = { name: 'Other', slug: 'other-one', ...members }
  const answer = await server.ask<{ id: string }>(`/api/${kind}`, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

/** Everything is forgotten, and what is older than the reset is never seen again. */
async function resetWebsite(server: TestServer, site: Site): Promise<void> {
  server.setNow(resetAt)
  const answer = await server.ask(`/api/websites/${site.id}/reset`, { method: 'POST' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  Object.assign(site, openSite(site.id), { resetAt })
}

/** So many groups of hits per site. */
const toGroups = (random: Random, visitors: Visitor[], counts: [Site, number][]): Group[] =>
  counts.flatMap(([site, count]) =>
    Array.from({ length: count }, () => randomGroup(random, site, visitors)),
  )

/** In order of time, but for one in five. */
function inOrder(random: Random, groups: Group[]): Group[] {
  return groups
    .map((group) => ({ group, place: group.at + (random.isLucky(0.2) ? 1e10 * random.next() : 0) }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ group }) => group)
}

const pausesMs = [0, 0, 500, 1000, 5000, 30_000, 90_900, 600_000, 1_900_000, 7_200_000]

function randomGroup(random: Random, site: Site, visitors: Visitor[]): Group {
  const window = random.pick(pools.windows)
  const isBatch = random.isLucky(0.8)
  const hits: Hit[] = []
  const bursts = isBatch ? 1 + random.below(9) : 1
  for (let burst = 0; burst < bursts; burst++) {
    const visitor = random.isLucky(0.3) ? random.pick(visitors.slice(0, 5)) : random.pick(visitors)
    let at = randomInstant(random, window)
    for (let left = 1 + random.below(9); left > 0; left--) {
      const hit = randomHit(random, site, visitor)
      const hasTime = isBatch ? random.isLucky(0.8) : random.isLucky(0.3)
      hit.timestamp = hasTime ? Math.floor(at / 1000) : null
      const namesAddress = isBatch || random.isLucky(0.5)
      nameSender(hit, namesAddress, isBatch)
      hits.push(hit)
      at += random.pick(pausesMs)
    }
  }
  // Times more than a day ahead of the clock are refused.
  const latest = Math.max(...hits.map(({ timestamp }) => (timestamp ?? 0) * 1000))
  return {
    at: Math.max(randomInstant(random, window), latest - 86_400_000),
    place: random.pick(pools.places),
    hits: random.isLucky(0.3) ? random.shuffle(hits) : hits,
    isBatch,
  }
}

/** An instant of the window, every fourth one at an edge of it or within a second of one. */
function randomInstant(random: Random, { startAt, endAt, edges }: pools.Window): number {
  if (random.isLucky(0.05)) return endAt
  if (random.isLucky(0.2)) return random.pick(edges) + random.pick([-1000, -1, 0, 0, 1, 999])
  return startAt + Math.floor(random.next() * (endAt - startAt))
}
