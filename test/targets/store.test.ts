import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../support/app.ts'
import { visits } from '../support/visits.ts'

test('a website made after the entity database was lost does not inherit events', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-test-'))
  const range = 'startDate=2026-01-01&endDate=2026-02-01'
  const before = await startServer({ dataDir })
  await visits(before, await before.createWebsite(), [
    { at: '2026-01-05T10:00:00Z', visitor: 'anna', url: '/' },
  ])
  await before.stop()
  for (const name of ['footfall.db', 'footfall.db-wal', 'footfall.db-shm']) {
    await rm(join(dataDir, name), { force: true })
  }
  const after = await startServer({ dataDir })
  const id = await after.createWebsite()
  const answer = await after.ask<{ pageviews: number }>(`/api/websites/${id}/stats?${range}`)
  expect(answer.body.pageviews).toBe(0)
  await after.stop()
  await rm(dataDir, { recursive: true })
})
