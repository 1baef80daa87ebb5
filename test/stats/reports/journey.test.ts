import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import type { Row } from '../../support/visits.ts'
import { openReports, type Reports } from './open-reports.ts'

let server: TestServer
let site: Reports

/** A visit of a visitor of its own, one item a minute: paths, and names of events. */
const visit = (visitor: string, ...items: string[]): Row[] =>
  items.map((item, minute) => ({
    at: `2026-01-05T10:${String(minute).padStart(2, '0')}:00Z`,
    visitor,
    ...(item.startsWith('/') ? { url: item } : { url: '/event', name: item }),
  }))

beforeAll(async () => {
  server = await startServer()
  site = await openReports(server, [
    ...visit('a', '/', '/pricing', 'signup', '/welcome'),
    ...visit('b', '/', '/pricing', 'signup'),
    // Reloads: with three steps it ends at the third row, and looks like the way of c.
    ...visit('reload', '/', '/', '/pricing', '/about'),
    ...visit('c', '/', '/pricing'),
    ...visit('d', '/about'),
    // A measurement is no step.
    { at: '2026-01-05T10:01:00Z', visitor: 'd', type: 'performance', url: '/x', lcp: 1 },
    { at: '2026-01-05T10:02:00Z', visitor: 'e', type: 'performance', url: '/x', lcp: 1 },
  ])
})
afterAll(() => server.stop())

const ask = (parameters: object, fields = {}) => site.ask('journey', { parameters, ...fields })

describe('journey', () => {
  test('counts equal ways, reloads taken together, most first', async () => {
    expect(await ask({ steps: 3 })).toEqual([
      { items: ['/', '/pricing'], count: 2 },
      { items: ['/', '/pricing', 'signup'], count: 2 },
      { items: ['/about'], count: 1 },
    ])
    expect(await ask({ steps: '4' })).toEqual([
      { items: ['/', '/pricing'], count: 1 },
      { items: ['/', '/pricing', '/about'], count: 1 },
      { items: ['/', '/pricing', 'signup'], count: 1 },
      { items: ['/', '/pricing', 'signup', '/welcome'], count: 1 },
      { items: ['/about'], count: 1 },
    ])
  })

  test('begins and ends as asked, the end being the last item that is kept', async () => {
    expect(await ask({ steps: 3, startStep: '/about', endStep: '' })).toEqual([
      { items: ['/about'], count: 1 },
    ])
    expect(await ask({ steps: 3, startStep: '', endStep: 'signup' })).toEqual([
      { items: ['/', '/pricing', 'signup'], count: 2 },
    ])
    expect(await ask({ steps: 4, startStep: '/', endStep: 'signup' })).toEqual([
      { items: ['/', '/pricing', 'signup'], count: 1 },
    ])
    expect(await ask({ steps: 7, endStep: '/welcome' })).toEqual([
      { items: ['/', '/pricing', 'signup', '/welcome'], count: 1 },
    ])
    expect(await ask({ steps: 3, startStep: '/nowhere' })).toEqual([])
    // Exactly, without wildcards.
    expect(await ask({ steps: 3, startStep: '/ab*' })).toEqual([])
  })

  test('a visitor who comes back begins another way', async () => {
    const two = await openReports(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
      { at: '2026-01-05T20:00:00Z', visitor: 'a', url: '/', forgets: true },
      { at: '2026-01-05T20:01:00Z', visitor: 'a', url: '/b' },
    ])
    expect(await two.ask('journey', { parameters: { steps: 3 } })).toEqual([
      { items: ['/'], count: 1 },
      { items: ['/', '/b'], count: 1 },
    ])
  })

  test('only pages or only events, and only rows that the filters keep', async () => {
    expect(await ask({ steps: 3, eventType: 2 })).toEqual([{ items: ['signup'], count: 2 }])
    expect(await ask({ steps: 3 }, { filters: { path: '/pricing,/about' } })).toEqual([
      { items: ['/pricing'], count: 3 },
      { items: ['/about'], count: 1 },
      { items: ['/pricing', '/about'], count: 1 },
    ])
    expect(await ask({ steps: 3 }, { filters: { event: 'signup' } })).toEqual([
      { items: ['signup'], count: 2 },
    ])
  })
})
