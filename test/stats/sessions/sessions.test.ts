import { expect, test } from 'bun:test'
import { startServer } from '../../support/app.ts'
import { type Row, visits } from '../../support/visits.ts'

test('pages of sessions are disjoint and complete, the last active first, under equal times', async () => {
  const server = await startServer()
  const id = await server.createWebsite()
  // 40 visitors; visitor n is active at second n of every minute, 4 times; visitors 10 to 19 all at
  // second 10, and visitor 0 keeps reloading, so that one session has most of the newest rows.
  const second = (n: number) => (n >= 10 && n < 20 ? 10 : n)
  const rows: Row[] = []
  for (let minute = 0; minute < 4; minute++) {
    for (let n = 0; n < 40; n++) {
      const at = `2026-01-05T10:0${minute}:${String(second(n)).padStart(2, '0')}Z`
      rows.push({ at, visitor: `v${n}`, url: `/${minute}` })
    }
  }
  for (let n = 0; n < 120; n++) {
    const at = new Date(Date.parse('2026-01-05T10:04:00Z') + n * 100).toISOString()
    rows.push({ at, visitor: 'v0', url: '/again' })
  }
  rows.sort((left, right) => left.at.localeCompare(right.at))
  await visits(server, id, rows)
  interface Answer {
    count: number
    data: { id: string; lastAt: string; views: number }[]
  }
  const seen: Answer['data'] = []
  for (let page = 1; page <= 14; page++) {
    const { body } = await server.ask<Answer>(
      `/api/websites/${id}/sessions?startDate=2026-01-05&endDate=2026-01-06&pageSize=3&page=${page}`,
    )
    expect(body.count).toBe(40)
    expect(body.data.length).toBe(page < 14 ? 3 : 1)
    seen.push(...body.data)
  }
  expect(new Set(seen.map((session) => session.id)).size).toBe(40)
  const times = seen.map((session) => session.lastAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect(times[0]).toBe('2026-01-05T10:04:11.900Z')
  expect(seen.map((session) => session.views).toSorted((a, b) => b - a)).toEqual([
    124,
    ...Array.from({ length: 39 }, () => 4),
  ])
  await server.stop()
})
