import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDeadLetters } from '../../../../src/collect/store/apply/dead-letter.ts'
import { adminPassword } from '../../../support/app.ts'
import { runFootfall, startProcess } from '../../../support/process.ts'
import { toViews } from '../../../support/views.ts'
import { pageView } from '../page-view.ts'

setDefaultTimeout(60_000)

const settings = { ADMIN_PASSWORD: adminPassword, GEO_DB: 'off' }
let dataDir = ''
let website = ''
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-dead-letter-'))
  const server = await startProcess({ dataDir, settings })
  const created = { name: 'Example', domain: 'example.com' }
  website = (await server.ask<{ id: string }>('/api/websites', await server.login(), created)).id
  await server.stop()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const command = (word: string) =>
  runFootfall(['dead-letter', word, '--data-dir', dataDir], settings)

const letter = (path: string | null, target = 1) => {
  const hit = pageView({
    session: `${path}`,
    at: Date.now(),
    path: path ?? '/',
    title: null,
    target,
  })
  return { error: 'it was ill', hit: { ...hit, event: { ...hit.event, urlPath: path } } }
}

const write = (name: string, letters: object[]) =>
  writeFileSync(join(dataDir, name), letters.map((each) => `${JSON.stringify(each)}\n`).join(''))

async function views(): Promise<number> {
  const server = await startProcess({ dataDir, settings })
  const count = await toViews(server, website)
  await server.stop()
  return count
}

test('refused events are listed and stored again, those of the version before too', async () => {
  write('refused.jsonl', [letter('/old')])
  // The path of one is still none; another belongs to a website that is gone.
  write('dead-letter.jsonl', [letter('/new'), letter(null), letter('/gone', 77)])
  const listed = await command('list')
  const lines = listed.stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).hit.event.urlPath)).toEqual([
    '/old',
    '/new',
    null,
    '/gone',
  ])
  const retried = await command('retry')
  expect(retried.stdout).toBe(
    '2 events are stored, 1 were refused again, 1 belong to websites that were deleted or reset since.\n',
  )
  expect(retried.exitCode).toBe(1)
  expect(readDeadLetters(dataDir).map(({ hit }) => hit.event?.urlPath as unknown)).toEqual([null])
  expect(existsSync(join(dataDir, 'refused.jsonl'))).toBe(false)
  expect(await views()).toBe(2)
})

test('without refused events nothing happens; a line that is no JSON is named and nothing is lost', async () => {
  expect((await command('retry')).stdout).toBe('There are no refused events.\n')
  writeFileSync(join(dataDir, 'dead-letter.jsonl'), `${JSON.stringify(letter('/a'))}\nhalf a li`)
  const broken = await command('retry')
  expect([broken.exitCode, broken.stderr]).toEqual([
    1,
    `footfall: Line 2 of ${join(dataDir, 'dead-letter.jsonl')} is no JSON; mend or remove it.\n`,
  ])
  expect(await views()).toBe(0)
})

test('a running server is not disturbed', async () => {
  write('dead-letter.jsonl', [letter('/a')])
  const server = await startProcess({ dataDir, settings })
  const refused = await command('retry')
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('is in use by another footfall'),
  ])
  await server.stop()
  expect(readDeadLetters(dataDir)).toHaveLength(1)
})
