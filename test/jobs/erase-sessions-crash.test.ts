import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { adminPassword } from '../support/app.ts'
import { comparePredecessors } from '../support/predecessors.ts'
import { type Running, startProcess } from '../support/process.ts'
import { compareVisits } from '../support/stored-visits.ts'
import { toViews } from '../support/views.ts'
import { firefox } from '../support/visits.ts'

setDefaultTimeout(120_000)

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-erase-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const settings = { ADMIN_PASSWORD: adminPassword }

// Moments after the request was sent: before it is noted, while rows are erased, and after that.
const momentsMs = [0, 2, 5, 10, 20, 60, 200]
const viewsPerVisitor = 20

test('a process killed while it deletes a session leaves all of it or nothing, and nothing else goes', async () => {
  let site = ''
  let kept = 0
  for (const moment of momentsMs) {
    const server = await startProcess({ dataDir, settings })
    const token = await server.login()
    site ||= await createWebsite(server, token)
    const [gone] = await Promise.all([
      sendViews(server, site, `gone ${moment}`),
      sendViews(server, site, `kept ${moment}`),
    ])
    kept += viewsPerVisitor
    const answer = remove(server, token, site, gone).then(
      ({ status }) => status,
      () => null,
    )
    await Bun.sleep(moment)
    server.kill('SIGKILL')
    await server.exited
    const status = await answer

    const again = await startProcess({ dataDir, settings })
    const views = await toViews(again, site)
    // Answered: gone for good, whatever was in the journal.
    expect([kept, ...(status === 200 ? [] : [kept + viewsPerVisitor])]).toContain(views)
    const second = await remove(again, await again.login(), site, gone)
    expect([200, 404]).toContain(second.status)
    expect(await toViews(again, site)).toBe(kept)
    expect(await again.stop()).toBe(0)
  }
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  const predecessors = await comparePredecessors(connection)
  expect(Object.keys(predecessors.stored)).toHaveLength(kept)
  expect(predecessors.stored).toEqual(predecessors.right)
  const visits = await compareVisits(connection)
  expect(visits.stored).toEqual(visits.right)
  connection.closeSync()
  instance.closeSync()
})

const remove = (server: Running, token: string, site: string, session: string) =>
  fetch(`${server.url}/api/websites/${site}/sessions/${session}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
  })

async function createWebsite(server: Running, token: string): Promise<string> {
  const website = { name: 'Example', domain: 'example.com' }
  return (await server.ask<{ id: string }>('/api/websites', token, website)).id
}

/** Views of one visitor at once; gives their session. */
async function sendViews(server: Running, website: string, id: string): Promise<string> {
  const sessions = await Promise.all(
    Array.from({ length: viewsPerVisitor }, async (_, index) => {
      const response = await fetch(`${server.url}/api/send`, {
        method: 'POST',
        headers: { 'User-Agent': firefox },
        body: JSON.stringify({ type: 'event', payload: { website, id, url: `/${index}` } }),
      })
      expect(response.status).toBe(200)
      return ((await response.json()) as { sessionId: string }).sessionId
    }),
  )
  return sessions[0] as string
}
