import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import type { Row } from '../../support/visits.ts'
import { openReports, type Reports } from './open-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const path = (value: string) => ({ type: 'path', value })
const event = (value: string) => ({ type: 'event', value })

/** Visitors per step. */
async function visitors(site: Reports, steps: object[], window = 1, fields = {}) {
  const rows = await site.ask('funnel', { parameters: { steps, window }, ...fields })
  return (rows as { visitors: number }[]).map((row) => row.visitors)
}

describe('funnel', () => {
  test('echoes its steps with visitors, losses and parts', async () => {
    // Four come in, two of them look at prices, one signs up: 4 → 2 → 1.
    const site = await openReports(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/' },
      { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/pricing' },
      { at: '2026-01-05T10:02:00Z', visitor: 'a', url: '/pricing', name: 'signup' },
      { at: '2026-01-05T11:00:00Z', visitor: 'b', url: '/' },
      { at: '2026-01-05T11:01:00Z', visitor: 'b', url: '/pricing' },
      { at: '2026-01-05T12:00:00Z', visitor: 'c', url: '/' },
      { at: '2026-01-05T13:00:00Z', visitor: 'd', url: '/' },
    ])
    const steps = [path('/'), path('/pricing'), event('signup')]
    expect(await site.ask('funnel', { parameters: { steps, window: 7 } })).toEqual([
      { ...path('/'), visitors: 4, previous: 0, dropped: 0, dropoff: null, remaining: 1 },
      { ...path('/pricing'), visitors: 2, previous: 4, dropped: 2, dropoff: 0.5, remaining: 0.5 },
      { ...event('signup'), visitors: 1, previous: 2, dropped: 1, dropoff: 0.5, remaining: 0.25 },
    ])
    const none = { visitors: 0, previous: 0, dropped: 0, dropoff: null, remaining: null }
    expect(
      await site.ask('funnel', { parameters: { steps: [path('/x'), path('/')], window: '7' } }),
    ).toEqual([
      { ...path('/x'), ...none },
      { ...path('/'), ...none },
    ])
  })

  test('a step counts up to the last millisecond of its window, in days', async () => {
    const later = (visitor: string, at: string): Row[] => [
      { at: '2026-01-05T10:00:00.000Z', visitor, url: '/a', id: visitor },
      { at, visitor, url: '/b', id: visitor },
    ]
    const site = await openReports(server, [
      ...later('at the end', '2026-01-07T10:00:00.000Z'),
      ...later('too late', '2026-01-07T10:00:00.001Z'),
      ...later('at once', '2026-01-05T10:00:00.000Z'),
      ...later('before', '2026-01-05T09:59:59.999Z'),
    ])
    expect(await visitors(site, [path('/a'), path('/b')], 2)).toEqual([4, 2])
    expect(await visitors(site, [path('/a'), path('/b')], 3)).toEqual([4, 3])
    expect(await visitors(site, [path('/b'), path('/a')], 2)).toEqual([4, 2])
    // The range ends before the last of them.
    expect(
      await visitors(site, [path('/a'), path('/b')], 3, { endDate: '2026-01-07T10:00:00Z' }),
    ).toEqual([4, 2])
  })

  test('the window restarts at each step, from any row that took the one before', async () => {
    // /a on the 1st and the 10th; /b a day after the second /a; /c a day after that.
    const site = await openReports(server, [
      { at: '2026-01-01T10:00:00Z', visitor: 'a', url: '/a', id: 'a' },
      { at: '2026-01-10T10:00:00Z', visitor: 'a', url: '/a', id: 'a' },
      { at: '2026-01-11T10:00:00Z', visitor: 'a', url: '/b', id: 'a' },
      { at: '2026-01-12T10:00:00Z', visitor: 'a', url: '/c', id: 'a' },
      // This /c follows a /b that no /a came before.
      { at: '2026-01-11T10:00:00Z', visitor: 'b', url: '/b', id: 'b' },
      { at: '2026-01-12T10:00:00Z', visitor: 'b', url: '/c', id: 'b' },
      { at: '2026-01-13T10:00:00Z', visitor: 'b', url: '/a', id: 'b' },
    ])
    expect(await visitors(site, [path('/a'), path('/b'), path('/c')])).toEqual([2, 1, 1])
  })

  test('a row is not its own predecessor', async () => {
    const site = await openReports(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'once', url: '/a' },
      { at: '2026-01-05T10:00:00Z', visitor: 'twice', url: '/a' },
      { at: '2026-01-05T10:01:00Z', visitor: 'twice', url: '/a' },
      { at: '2026-01-05T10:00:00Z', visitor: 'same instant', url: '/a' },
      { at: '2026-01-05T10:00:00Z', visitor: 'same instant', url: '/a' },
    ])
    expect(await visitors(site, [path('/a'), path('/a')])).toEqual([3, 2])
    // At one instant each of two rows comes before the other, so three steps are taken too.
    expect(await visitors(site, [path('/a'), path('/*'), path('*')])).toEqual([3, 2, 1])
  })

  test('paths are page views and events are events; measurements are neither', async () => {
    const site = await openReports(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/a', name: 'go' },
      { at: '2026-01-05T10:00:00Z', visitor: 'b', url: '/a', type: 'performance', lcp: 1 },
      { at: '2026-01-05T10:00:00Z', visitor: 'c', url: '/a' },
      { at: '2026-01-05T10:01:00Z', visitor: 'c', url: '/go' },
    ])
    expect(await visitors(site, [path('/a'), path('*go')])).toEqual([1, 1])
    expect(await visitors(site, [event('g*'), path('/go')])).toEqual([1, 0])
    expect(await visitors(site, [path('/a%'), path('*_*')])).toEqual([0, 0])
  })

  test('filters choose where a funnel begins', async () => {
    const site = await openReports(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/a', title: 'From', tag: 'x' },
      { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/b', title: 'To' },
      { at: '2026-01-05T10:00:00Z', visitor: 'b', url: '/a' },
      { at: '2026-01-05T10:01:00Z', visitor: 'b', url: '/b' },
    ])
    const steps = [path('/a'), path('/b')]
    expect(await visitors(site, steps, 1, { filters: { title: 'From' } })).toEqual([1, 1])
    expect(await visitors(site, steps, 1, { filters: { title: 'From', tag: 'x' } })).toEqual([1, 1])
    expect(await visitors(site, steps, 1, { filters: { title: 'To' } })).toEqual([0, 0])
    expect(await visitors(site, steps, 1, { filters: { event: 'x' } })).toEqual([0, 0])
  })

  test('an event step may ask for properties of the event', async () => {
    const buy = (visitor: string, data: object): Row[] => [
      { at: '2026-01-05T10:00:00Z', visitor, url: '/' },
      { at: '2026-01-05T10:01:00Z', visitor, url: '/', name: 'buy', data },
    ]
    const site = await openReports(server, [
      ...buy('a', { plan: 'Pro', seats: 3 }),
      ...buy('b', { plan: 'Free', seats: 12.5 }),
      ...buy('c', { other: true }),
    ])
    const with_ = (...filters: object[]) =>
      visitors(site, [path('/'), { ...event('buy'), filters }])
    const plan = (operator: string, value: string) => ({ property: 'plan', operator, value })
    expect(await with_()).toEqual([3, 3])
    expect(await with_(plan('eq', 'Pro'))).toEqual([3, 1])
    expect(await with_(plan('neq', 'Pro'))).toEqual([3, 2])
    expect(await with_(plan('c', 'r'))).toEqual([3, 2])
    expect(await with_(plan('dnc', 'FREE'))).toEqual([3, 2])
    expect(await with_(plan('neq', 'Pro'), plan('neq', 'Free'))).toEqual([3, 1])
    expect(await with_({ property: 'seats', operator: 'eq', value: '12.5' })).toEqual([3, 1])
  })
})
