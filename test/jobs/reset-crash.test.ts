import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from '../support/app.ts'
import { type Running, startProcess } from '../support/process.ts'
import { toViews } from '../support/views.ts'
import { firefox } from '../support/visits.ts'

setDefaultTimeout(120_000)

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-reset-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const settings = { ADMIN_PASSWORD: adminPassword }

// Moments at which hits are in the journal alone, are being stored, or being erased.
const momentsMs = [0, 0, 20, 60, 150, 300]

test('what a reset removed does not come back when the machine dies, and nothing else goes', async () => {
  let kept = ''
  let reset = ''
  let views = 0
  for (const moment of momentsMs) {
    const server = await startProcess({ dataDir, settings })
    const token = await server.login()
    kept ||= await createWebsite(server, token)
    reset ||= await createWebsite(server, token)
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => send(server, index % 2 ? kept : reset, `/${index}`)),
    )
    views += 30
    const answer = await fetch(`${server.url}/api/websites/${reset}/reset`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    await Bun.sleep(moment)
    server.kill('SIGKILL')
    await server.exited

    const again = await startProcess({ dataDir, settings })
    expect(await toViews(again, kept)).toBe(views)
    expect(await toViews(again, reset)).toBe(0)
    expect(await again.stop()).toBe(0)
  }
})

async function createWebsite(server: Running, token: string): Promise<string> {
  const website = { name: 'Example', domain: 'example.com' }
  return (await server.ask<{ id: string }>('/api/websites', token, website)).id
}

async function send(server: Running, website: string, url: string): Promise<void> {
  const response = await fetch(`${server.url}/api/send`, {
    method: 'POST',
    headers: { 'User-Agent': firefox },
    body: JSON.stringify({ type: 'event', payload: { website, url } }),
  })
  expect(response.status).toBe(200)
}
