// The worked example of src/stats/query/counting.ts: four rows of one visitor, in two visits, of which
// the range leaves out the first.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join, type Sql, sql } from '../../../src/db/sql.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { openSite, type Site } from '../../support/statistics.ts'

const at = (time: string) => `2026-01-05T${time}:00Z`
const range = `startAt=${Date.parse(at('10:02'))}&endAt=${Date.parse(at('23:59'))}`
const totals = { pageviews: 3, visitors: 1, visits: 2, bounces: 1, totaltime: 900 }

const columns = [
  sql`created_at`,
  sql`previous_at`,
  sql`visit_previous_at`,
  sql`visit_second_at`,
  sql`path_previous_at`,
]

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, [
    { at: at('10:00'), visitor: 'a', url: '/' },
    { at: at('10:05'), visitor: 'a', url: '/a' },
    { at: at('10:20'), visitor: 'a', url: '/' },
    { at: at('12:00'), visitor: 'a', url: '/a' },
  ])
})
afterAll(() => server.stop())

test('the store keeps the predecessors that the example shows', async () => {
  const time = (column: Sql) => sql`strftime(make_timestamp_ms(${column}), '%H:%M')`
  const rows = await server.app.events.query(sql`
    select [${join(columns.map(time))}] as times, visit_gap as gap
    from event order by created_at`)
  expect(rows).toEqual([
    { times: ['10:00', null, null, null, null], gap: -1 },
    { times: ['10:05', '10:00', '10:00', null, null], gap: 300 },
    { times: ['10:20', '10:05', '10:05', '10:00', '10:00'], gap: 900 },
    { times: ['12:00', '10:20', null, null, '10:05'], gap: -1 },
  ])
})

describe('numbers of the range', () => {
  const forms = [
    ['by predecessors, a scan per column', ''],
    ['by predecessors, in two scans', '&device=desktop'],
    ['by hashing', '&hostname=c.'],
  ]
  test.each(forms)('%s', async (_, filter) => {
    expect(await site.ask(`stats?${range}${filter}`)).toMatchObject(totals)
  })

  test('by path', async () => {
    expect(await site.ask(`metrics/expanded?${range}&type=path`)).toEqual([
      { name: '/a', pageviews: 2, visitors: 1, visits: 2, bounces: 2, totaltime: 0 },
      { name: '/', pageviews: 1, visitors: 1, visits: 1, bounces: 1, totaltime: 0 },
    ])
  })
})
