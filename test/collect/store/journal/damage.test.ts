// A damaged journal as an operator meets it: the server starts, says what is lost, and has the rest.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toText } from '../../../../src/collect/store/journal/hit-text.ts'
import { Journal } from '../../../../src/collect/store/journal/journal.ts'
import { adminPassword } from '../../../support/app.ts'
import { startProcess } from '../../../support/process.ts'
import { toViews } from '../../../support/views.ts'
import { pageView } from '../page-view.ts'

setDefaultTimeout(60_000)

/** What a record begins with. */
const magic = Buffer.from('ff464a32', 'hex')
const settings = { ADMIN_PASSWORD: adminPassword }
let dataDir = ''
let website = ''
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-damage-'))
  const server = await startProcess({ dataDir, settings })
  const created = { name: 'Example', domain: 'example.com' }
  const token = await server.login()
  website = (await server.ask<{ id: string }>('/api/websites', token, created)).id
  expect(await server.stop()).toBe(0)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Leaves three records in the journal, of 5, 7 and 11 views, as a killed server would. */
async function leaveRecords(): Promise<void> {
  const journal = Journal.open(dataDir)
  let id = 1_000
  for (const count of [5, 7, 11]) {
    const hits = Array.from({ length: count }, () => {
      const session = `visitor ${id}`
      return pageView({ session, at: Date.now(), path: '/', title: null, target: 1 })
    })
    await journal.append(id, hits.map(toText))
    id += count
  }
  journal.close()
}

test('what can be read is stored; what is lost is counted in the log and by the heartbeat', async () => {
  await leaveRecords()
  const folder = join(dataDir, 'journal')
  const [name] = ['a', 'b'].filter((each) => readFileSync(join(folder, each)).includes(magic)) as [
    string,
  ]
  const bytes = readFileSync(join(folder, name))
  // The first of these records is alone in the other file, or all are in one.
  const heads: number[] = []
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) heads.push(at)
  const damaged = heads.find((at) => bytes.readUInt32LE(at + 16) === 7) as number
  bytes[damaged + 100] = (bytes[damaged + 100] as number) ^ 1
  writeFileSync(join(folder, name), bytes)

  const server = await startProcess({ dataDir, settings })
  const sentence = `The journal file ${name} is damaged in one place: 7 answered events are lost.`
  expect(server.stderr()).toContain(`error ${sentence}`)
  expect(await server.ask<unknown>('/api/heartbeat', null)).toEqual({
    ok: true,
    warnings: [sentence],
  })
  expect(await toViews(server, website)).toBe(16)
  expect(await server.stop()).toBe(0)
  expect(readdirSync(folder).filter((each) => each.endsWith('.damaged'))).toHaveLength(1)

  const next = await startProcess({ dataDir, settings })
  expect(await next.ask<unknown>('/api/heartbeat', null)).toEqual({ ok: true })
  expect(await toViews(next, website)).toBe(16)
  await next.stop()
})
