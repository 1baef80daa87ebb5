// A backup that is made while events arrive, restored in another folder: every answer of every
// statistics operation is that of the moment of the backup.

import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { streamBackup, writeBackup } from '../../src/backup/make.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { parseConfig } from '../../src/config.ts'
import { EventReader } from '../../src/db/duckdb/event-reader.ts'
import { openLog } from '../../src/log.ts'
import { operations, serve } from '../../src/server.ts'
import { findUser } from '../../src/users/store.ts'
import { openFixtures, own, people, today } from '../contract/fixtures.ts'
import { annasSession, toRecorded } from '../contract/recorded.ts'
import { statisticsScenarios } from '../contract/scenarios/statistics.ts'
import { adminId, appSecret } from '../support/app.ts'
import { toRandom } from '../support/random-hits.ts'
import { firefox } from '../support/visits.ts'

setDefaultTimeout(120_000)

const base = await mkdtemp(join(tmpdir(), 'footfall-moment-'))
afterAll(() => rm(base, { recursive: true, force: true }))

const questions = statisticsScenarios(operations)

/** All answers of an app to the administrator, by question. */
async function answerAll(app: App, onlyStored: boolean): Promise<Map<string, unknown>> {
  // One that does not wait for hits which are still in the journal.
  const events = onlyStored ? new EventReader(app.store, async () => {}) : app.events
  const server = serve({ ...app, events })
  const user = findUser(app.entities, adminId)
  const token = user ? await app.tokens.issue(user) : ''
  const answers = new Map<string, unknown>()
  for (const { method, path, body, side, when } of questions) {
    const asked = path.replace(annasSession, toRecorded(side).anna)
    const response = await fetch(`http://127.0.0.1:${server.port}${asked}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = { status: response.status, body: await response.json() }
    answers.set(`${method} ${asked} of ${side.name} ${when ?? ''}`, answer)
  }
  await server.stop()
  return answers
}

test('a backup under load has every number of its moment, and nothing of later', async () => {
  const { server } = await openFixtures()
  const { app } = server
  const random = toRandom(7)
  let isSending = true
  let answered = 0
  const startAt = Date.parse(today) - 20 * 3_600_000
  const send = async (sender: number) => {
    while (isSending) {
      const timestamp = Math.floor((startAt + random() * 19 * 3_600_000) / 1000)
      const id = `visitor-${sender}-${Math.floor(random() * 20)}`
      const url = `https://shop.example/${Math.floor(random() * 9)}`
      const payload = { website: own.website, url, id, timestamp, hostname: 'shop.example' }
      const { status } = await server.ask('/api/send', {
        token: null,
        headers: { 'User-Agent': firefox },
        body: { type: 'event', payload },
      })
      expect(status).toBe(200)
      answered++
    }
  }
  const senders = Array.from({ length: 8 }, (_, sender) => send(sender))
  while (answered < 300) await Bun.sleep(5)

  let atMoment = new Map<string, unknown>()
  let answeredAtMoment = 0
  const exclusive: App['writer']['exclusive'] = (work) =>
    app.writer.exclusive(async () => {
      const result = await work()
      atMoment = await answerAll(app, true)
      answeredAtMoment = answered
      return result
    })
  const { store, entities, now } = app
  const file = join(base, 'moment.tar.zst')
  const bytes = streamBackup(
    { store, entities, now, writer: { exclusive } },
    new AbortController().signal,
  )
  await writeBackup(bytes, file, async () => {})
  while (answered < answeredAtMoment + 300) await Bun.sleep(5)
  isSending = false
  await Promise.all(senders)

  const dataDir = join(base, 'restored')
  const log = openLog('error', () => {})
  await mkdir(dataDir)
  const options = { dataDir, memoryLimitMb: 256, threads: 1, readers: 2, log, now }
  await restoreBackup(file, options)
  const variables = { DATA_DIR: dataDir, APP_SECRET: appSecret, GEO_DB: 'off', PORT: '0' }
  const restored = await openApp({ config: parseConfig([], variables), now, log })
  const found = await answerAll(restored, false)
  const later = await answerAll(app, false)

  expect(atMoment.size).toBeGreaterThan(80)
  expect([...found].filter(([, answer]) => (answer as { status: number }).status >= 500)).toEqual(
    [],
  )
  for (const [question, answer] of atMoment)
    expect([question, found.get(question)]).toEqual([question, answer])
  // What came after the moment is in the folder that was backed up alone.
  const changed = [...later].filter(
    ([question, answer]) => !Bun.deepEquals(answer, found.get(question)),
  )
  expect(changed.length).toBeGreaterThan(10)
  expect(findUser(restored.entities, people.owner.id)?.username).toBe('owner')
  await restored.close()
  await server.stop()
})
