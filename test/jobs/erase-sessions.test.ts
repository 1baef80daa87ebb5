// One visitor is deleted: every row of theirs goes, everything about the others stays exact.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { UmamiClient } from '@umami/api-client'
import { sql } from '../../src/db/sql.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { comparePredecessors } from '../support/predecessors.ts'
import { compareVisits } from '../support/stored-visits.ts'
import { type Row, visits } from '../support/visits.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.stop())

const at = (time: string) => `2026-03-01T${time}Z`
/** A visit of two views, an event that paid, and properties; a view of the same page hours later. */
const toRows = (visitor: string): Row[] => [
  { at: at('10:00:00'), visitor, url: '/', title: 'Home' },
  { at: at('10:01:00'), visitor, url: '/b', title: 'B' },
  { at: at('10:02:00'), visitor, name: 'buy', data: { revenue: 5, currency: 'EUR' } },
  { at: at('10:03:00'), visitor, type: 'identify', data: { plan: 'free' } },
  { at: at('15:00:00'), visitor, url: '/', title: 'Home' },
]

const range = `startAt=${Date.parse(at('00:00:00'))}&endAt=${Date.parse(at('23:59:59'))}`
const counts = sql`select
  (select count(*) from event) as events, (select count(*) from session) as sessions,
  (select count(*) from event_data) as properties, (select count(*) from session_data) as facts,
  (select count(*) from revenue) as revenue`

/** Sends what they did, visitor by visitor so that rows are interleaved, and gives their sessions. */
async function send(website: string, visitors: readonly string[]): Promise<string[]> {
  const rows = visitors.flatMap(toRows).toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const sent = await visits(
    server,
    website,
    rows.map((row) => ({ ...row, id: row.visitor })),
  )
  return visitors.map(
    (name) => sent[rows.findIndex(({ visitor }) => visitor === name)]?.sessionId as string,
  )
}

const totals = async (website: string) =>
  (await server.ask(`/api/websites/${website}/stats?${range}`)).body
const remove = (website: string, session: string) =>
  server.ask(`/api/websites/${website}/sessions/${session}`, { method: 'DELETE' })

async function expectExactColumns(): Promise<void> {
  const connection = await server.app.store.connect()
  try {
    const predecessors = await comparePredecessors(connection)
    expect(predecessors.stored).toEqual(predecessors.right)
    const visits = await compareVisits(connection)
    expect(visits.stored).toEqual(visits.right)
  } finally {
    connection.closeSync()
  }
}

test('all rows of the session go, and answers are those without it at once', async () => {
  const [site, other] = [await server.createWebsite('A'), await server.createWebsite('B')]
  const [anna = ''] = await send(site, ['anna', 'ben'])
  await send(other, ['anna'])
  server.setNow('2026-03-02T10:00:00Z')
  // Answered before, so that it might be remembered.
  expect(await totals(site)).toMatchObject({ pageviews: 6, visitors: 2, visits: 4 })
  const client = new UmamiClient({ baseUrl: `${server.url}/api`, token: server.adminToken })
  const one = { websiteId: site, sessionId: anna }
  expect(await client.call('getWebsiteSession', one)).toMatchObject({
    canDelete: true,
    stitchedSessionCount: 1,
  })
  expect(await client.call('deleteWebsiteSession', one)).toEqual({ ok: true })
  expect(await totals(site)).toMatchObject({ pageviews: 3, visitors: 1, visits: 2 })
  // The other website has the same visitor, whom it keeps.
  expect(await totals(other)).toMatchObject({ pageviews: 3, visitors: 1, visits: 2 })
  const [stored] = await server.app.events.query(counts)
  expect(stored).toEqual({ events: 8, sessions: 2, properties: 4, facts: 2, revenue: 2 })
  await expectExactColumns()
  expect((await server.ask(`/api/websites/${site}/sessions/${anna}`)).status).toBe(404)
  expect((await remove(site, anna)).status).toBe(404)
  expect(server.app.entities.query('select 1 from session_erasure').all()).toEqual([])
})

test('visits that are rows of their own go too, and those of others stay', async () => {
  const site = await server.createWebsite()
  const [anna = ''] = await send(site, ['anna', 'ben', 'cara'])
  server.setNow('2026-03-02T10:00:00Z')
  const { closeHours } = await import('../../src/collect/store/visits/visits.ts')
  const { store, writer, log } = server.app
  while (await writer.exclusive(() => closeHours(store, Date.now(), log))) {
    // A step at a time.
  }
  const [before] = await server.app.events.query(sql`select count(*) as n from visit`)
  expect(before).toEqual({ n: 6 })
  await remove(site, anna)
  const [after] = await server.app.events.query(sql`select count(*) as n from visit`)
  expect(after).toEqual({ n: 4 })
  await expectExactColumns()
})

test('what the visitor sends afterwards begins a new session, also into the visit that was open', async () => {
  const site = await server.createWebsite()
  const [anna = ''] = await send(site, ['anna', 'ben'])
  // Within the visit of 15:00, in order and out of it.
  server.setNow(at('15:05:00'))
  await remove(site, anna)
  const sent = await visits(server, site, [
    { at: at('15:06:00'), visitor: 'anna', id: 'anna', url: '/again', title: 'Again' },
    { at: at('15:07:00'), visitor: 'anna', id: 'anna', url: '/', title: 'Home' },
    {
      at: at('15:08:00'),
      visitor: 'anna',
      id: 'anna',
      url: '/early',
      timestamp: Date.parse(at('09:00:00')) / 1000,
    },
  ])
  expect(sent.map(({ sessionId }) => sessionId)).toEqual([anna, anna, anna])
  const { body } = await server.ask(`/api/websites/${site}/sessions/${anna}`)
  expect(body).toMatchObject({ views: 3, events: 0, firstAt: at('09:00:00.000') })
  expect(await totals(site)).toMatchObject({ pageviews: 6, visitors: 2 })
  await expectExactColumns()
})

test('an erasure that was noted before a crash is done at the next start', async () => {
  const site = await server.createWebsite()
  const [anna = ''] = await send(site, ['anna', 'ben'])
  server.setNow('2026-03-02T10:00:00Z')
  const number = server.app.targets.findNumber('website', site) as number
  server.app.entities
    .query('insert into session_erasure (source_number, session_id, asked_at) values (?, ?, 1)')
    .run(number, anna)
  await server.app.jobs.run('eraseSessions')
  expect(await totals(site)).toMatchObject({ pageviews: 3, visitors: 1 })
})
