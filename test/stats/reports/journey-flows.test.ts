import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { JourneyFlows } from '../../../src/stats/reports/journey-flows.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import type { Row } from '../../support/visits.ts'
import { openReports } from './open-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** A visit of a visitor of its own, one item a minute: paths, and names of events. */
const visit = (visitor: string, ...items: string[]): Row[] =>
  items.map((item, minute) => ({
    at: `2026-01-05T10:${String(minute).padStart(2, '0')}:00Z`,
    visitor,
    ...(item.startsWith('/') ? { url: item } : { url: '/event', name: item }),
  }))

describe('journey flows', () => {
  test('every visit is at each of its steps, and goes on to the next', async () => {
    const site = await openReports(server, [
      ...visit('a', '/', '/pricing', 'signup', '/welcome'),
      ...visit('b', '/', '/pricing', 'signup'),
      ...visit('reload', '/', '/', '/pricing', '/about'),
      ...visit('c', '/', '/pricing'),
      ...visit('d', '/about'),
      // A measurement is no step.
      { at: '2026-01-05T10:02:00Z', visitor: 'e', type: 'performance', url: '/x', lcp: 1 },
    ])
    const ask = (parameters: object) => site.ask('journey/flows', { parameters })
    const node = (name: string, visits: number) => ({ name, visits, items: 1 })
    const first = {
      visits: 5,
      nodes: [node('/', 4), node('/about', 1)],
      links: [{ from: '/', to: '/pricing', visits: 4 }],
    }
    expect(await ask({ steps: 3 })).toEqual({
      visits: 5,
      steps: [
        first,
        {
          visits: 4,
          nodes: [node('/pricing', 4)],
          links: [{ from: '/pricing', to: 'signup', visits: 2 }],
        },
        { visits: 2, nodes: [node('signup', 2)], links: [] },
      ],
    })
    // All visits count, also those that begin or end elsewhere.
    expect(await ask({ steps: 7, startStep: '/', endStep: 'signup' })).toEqual({
      visits: 5,
      steps: [
        {
          visits: 1,
          nodes: [node('/', 1)],
          links: [{ from: '/', to: '/pricing', visits: 1 }],
        },
        {
          visits: 1,
          nodes: [node('/pricing', 1)],
          links: [{ from: '/pricing', to: 'signup', visits: 1 }],
        },
        { visits: 1, nodes: [node('signup', 1)], links: [] },
      ],
    })
    expect(await ask({ steps: 3, eventType: 2 })).toEqual({
      visits: 2,
      steps: [{ visits: 2, nodes: [node('signup', 2)], links: [] }],
    })
    expect(await ask({ steps: 3, startStep: '/nowhere' })).toEqual({ visits: 5, steps: [] })
  })

  test('what is rare shares a node, and none of its visits is left out', async () => {
    // /p0 begins eleven visits, /p1 ten, … /p10 one; each goes on to a page of its own.
    const site = await openReports(
      server,
      Array.from({ length: 11 }, (_, page) => page).flatMap((page) =>
        Array.from({ length: 11 - page }, (_, index) =>
          visit(`${page}-${index}`, `/p${page}`, `/next-${page}-${index}`),
        ).flat(),
      ),
    )
    const { visits, steps } = (await site.ask('journey/flows', {
      parameters: { steps: 3 },
    })) as JourneyFlows
    expect([visits, ...steps.map((step) => step.visits)]).toEqual([66, 66, 66])
    expect(steps[0]?.nodes.slice(-2)).toEqual([
      { name: '/p7', visits: 4, items: 1 },
      // 3, 2 and 1.
      { name: null, visits: 6, items: 3 },
    ])
    // Of pages with one visit each, the first eight by name: the tenth of /p0 comes before the third.
    expect(steps[1]?.nodes.slice(-2)).toEqual([
      { name: '/next-0-6', visits: 1, items: 1 },
      { name: null, visits: 58, items: 58 },
    ])
    const links = steps[0]?.links.map(({ from, to, visits }) => [from, to, visits]) ?? []
    expect(links.slice(0, 2)).toEqual([
      ['/p0', '/next-0-0', 1],
      ['/p0', '/next-0-1', 1],
    ])
    expect(links.slice(8)).toEqual([
      ['/p0', null, 3],
      ['/p1', null, 10],
      ['/p2', null, 9],
      ['/p3', null, 8],
      ['/p4', null, 7],
      ['/p5', null, 6],
      ['/p6', null, 5],
      ['/p7', null, 4],
      [null, null, 6],
    ])
  })

  test('nothing comes of nothing', async () => {
    const site = await openReports(server, [])
    expect(await site.ask('journey/flows', { parameters: { steps: 3 } })).toEqual({
      visits: 0,
      steps: [],
    })
  })
})
