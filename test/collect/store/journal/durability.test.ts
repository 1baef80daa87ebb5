import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { adminPassword } from '../../../support/app.ts'
import { type Running, startProcess } from '../../../support/process.ts'
import { openSenders, type Sent } from '../../../support/senders.ts'
import { firefox } from '../../../support/visits.ts'

setDefaultTimeout(3_600_000)

// FOOTFALL_DEATHS=100 for the figures.
const deaths = Number(process.env.FOOTFALL_DEATHS ?? 10)
const senders = 1_000
const dataDir = await mkdtemp(join(tmpdir(), 'footfall-durability-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

// FOOTFALL_SEED repeats a run's choice of moments.
const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`what was answered with 200 survives ${deaths} deaths exactly once (seed ${seed})`, async () => {
  console.log(`FOOTFALL_SEED=${seed}`)
  const random = toRandom(seed)
  const settings = { ADMIN_PASSWORD: adminPassword }
  let website = ''
  const sent = new Set<string>()
  const answered = new Set<string>()
  const refused: string[] = []

  for (let death = 0; death < deaths; death++) {
    const server = await startProcess({ dataDir, settings })
    website ||= await createWebsite(server)
    let resolveFirst = () => {}
    const isFirstAnswered = new Promise<void>((resolve) => {
      resolveFirst = resolve
    })
    let number = 0
    const { closed } = await openSenders(server.port, senders, firefox, (sender) =>
      toRequest(website, `${death}-${sender}-${number++}`, sender, {
        sent: (key) => sent.add(key),
        answered: (key) => {
          answered.add(key)
          resolveFirst()
        },
        refused: (what) => refused.push(what),
      }),
    )
    await isFirstAnswered
    await Bun.sleep(random() * 600)
    server.kill('SIGKILL')
    await server.exited
    await closed
  }

  const server = await startProcess({ dataDir, settings })
  const listed = await listEvents(server, website)
  expect(await server.stop()).toBe(0)
  expect(refused).toEqual([])
  expect(answered.size).toBeGreaterThan(senders)
  const stored = new Map<string, number>()
  for (const key of [...listed, ...(await storedProperties())]) {
    stored.set(key, (stored.get(key) ?? 0) + 1)
  }
  expect([...answered].filter((key) => stored.get(key) !== 1)).toEqual([])
  expect([...stored].filter(([key, count]) => count !== 1 || !sent.has(key))).toEqual([])
})

interface Notes {
  sent: (key: string) => void
  answered: (key: string) => void
  refused: (what: string) => void
}

/**
 * One request of the kind that this sender sends. Its keys say what must be stored: `path …` an
 * event, `event …` a property of an event with its revenue, `session …` a property of a session.
 */
function toRequest(website: string, id: string, sender: number, notes: Notes): Sent {
  const view = (path: string) => ({ type: 'event', payload: { website, url: path } })
  const made = (() => {
    switch (sender % 4) {
      case 0:
        return { path: '/api/send', body: view(`/${id}`), keys: [`path /${id}`] }
      case 1: {
        const paths = ['a', 'b', 'c'].map((letter) => `/${id}/${letter}`)
        return {
          path: '/api/batch',
          body: paths.map(view),
          keys: paths.map((key) => `path ${key}`),
        }
      }
      case 2: {
        const data = { order: id, revenue: 1.5, currency: 'EUR' }
        const payload = { website, url: `/${id}`, name: 'order', data }
        const keys = [`path /${id}`, `event ${id}`]
        return { path: '/api/send', body: { type: 'event', payload }, keys }
      }
      default: {
        const payload = { website, id: `user ${sender}`, data: { plan: id } }
        return { path: '/api/send', body: { type: 'identify', payload }, keys: [`session ${id}`] }
      }
    }
  })()
  made.keys.forEach(notes.sent)
  return {
    path: made.path,
    body: JSON.stringify(made.body),
    answered(status, text) {
      const answer = JSON.parse(text) as { errors?: number; cache?: string }
      if (status === 200 && answer.cache && !answer.errors) made.keys.forEach(notes.answered)
      else notes.refused(`${status} ${text}`)
    },
  }
}

async function createWebsite(server: Running): Promise<string> {
  const website = { name: 'Example', domain: 'example.com' }
  return (await server.ask<{ id: string }>('/api/websites', await server.login(), website)).id
}

/** A key for each event that the API lists. */
async function listEvents(server: Running, website: string): Promise<string[]> {
  const token = await server.login()
  const keys: string[] = []
  for (let page = 1; ; page++) {
    const query = `startAt=0&endAt=${Date.now() + 60_000}&pageSize=1000&page=${page}`
    const { data, count } = await server.ask<{ data: { urlPath: string }[]; count: number }>(
      `/api/websites/${website}/events?${query}`,
      token,
    )
    keys.push(...data.map(({ urlPath }) => `path ${urlPath}`))
    if (data.length === 0) {
      expect(keys.length).toBe(count)
      return keys
    }
  }
}

/** Keys of properties, read from the file of a stopped server; an order counts with its revenue. */
async function storedProperties(): Promise<string[]> {
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(
    `select 'event ' || string_value from event_data join revenue using (event_id)
     where data_key = 'order' and revenue = 1.5
     union all
     select 'session ' || string_value from session_data where data_key = 'plan'`,
  )
  connection.closeSync()
  instance.closeSync()
  return reader.getRows().map(([key]) => key as string)
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function toRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
