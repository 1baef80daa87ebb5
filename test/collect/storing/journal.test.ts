import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hit } from '../../../src/collect/hit.ts'
import { Journal } from '../../../src/collect/storing/journal.ts'
import { textOfHit } from '../../../src/collect/storing/journal-records.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-journal-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const attributes = {
  browser: 'firefox',
  os: 'Linux',
  device: 'desktop',
  screen: '1920x1080',
  language: 'de-DE',
  country: 'DE',
  region: 'DE-BE',
  city: 'Berlin',
  distinctId: null,
}

const view = (urlPath: string): Hit => ({
  source: 3,
  sessionId: '00000000-0000-5000-8000-000000000001',
  visitHour: 480_000,
  at: 1_728_000_000_123,
  attributes,
  event: {
    eventType: 1,
    eventName: null,
    urlPath,
    urlQuery: 'a=1',
    hostname: 'example.com',
    pageTitle: 'Größe "1" \\ 𝒳 \ud800',
    tag: null,
    referrerDomain: 'example.org',
    referrerPath: '/from',
    referrerQuery: null,
    utmSource: 's',
    utmMedium: 'm',
    utmCampaign: 'c',
    utmContent: 'o',
    utmTerm: 't',
    gclid: 'g',
    fbclid: 'f',
    msclkid: 'ms',
    ttclid: 'tt',
    liFatId: 'li',
    twclid: 'tw',
    lcp: 1.5,
    inp: 2,
    cls: 0.01,
    fcp: 3,
    ttfb: 0,
  },
  eventData: [
    { key: 'price', type: 2, text: '9.5', number: 9.5, dateMs: null },
    { key: 'when', type: 3, text: null, number: null, dateMs: 1_728_000_000_000 },
  ],
  sessionData: [],
  revenue: { currency: 'EUR', amount: 9.5 },
})

const identify: Hit = {
  ...view('/'),
  event: null,
  eventData: [],
  sessionData: [{ key: 'plan', type: 1, text: 'pro', number: null, dateMs: null }],
  revenue: null,
}

/** Ids and hits that a start would find. */
function left(): [number, Hit][] {
  const journal = Journal.open(dataDir)
  journal.close()
  return journal.left.hits.map(({ id, hit }) => [id, hit])
}

const append = (journal: Journal, firstId: number, hits: readonly Hit[]) =>
  journal.append(firstId, hits.map(textOfHit))

test('what was appended is there after a crash, with its ids and every value', async () => {
  const journal = Journal.open(dataDir)
  await append(journal, 1, [view('/a'), identify])
  await append(journal, 10, [view('/b')])
  expect(left()).toEqual([
    [1, view('/a')],
    [2, identify],
    [10, view('/b')],
  ])
  journal.close()
})

/** Two records in one file, behind one in the other: where the last one begins, and their file. */
async function threeRecords(): Promise<{ path: string; lastAt: number }> {
  const journal = Journal.open(dataDir)
  await append(journal, 1, [view('/1')])
  const { end: lastAt } = await append(journal, 2, [view('/2')])
  await append(journal, 3, [view('/3')])
  journal.close()
  const [a, b] = ['a', 'b'].map((name) => join(dataDir, 'journal', name)) as [string, string]
  return { path: statSync(a).size > statSync(b).size ? a : b, lastAt }
}

test('a record that was cut off is left out, and those before it are not', async () => {
  const { path, lastAt } = await threeRecords()
  expect(left().map(([id]) => id)).toEqual([1, 2, 3])
  for (let size = statSync(path).size - 1; size >= lastAt; size -= 7) {
    truncateSync(path, size)
    expect(left().map(([id]) => id)).toEqual([1, 2])
  }
})

test('a record with one wrong bit ends what is read', async () => {
  const { path, lastAt } = await threeRecords()
  const sound = readFileSync(path)
  for (const at of [lastAt, lastAt + 5, lastAt + 12, lastAt + 40, sound.length - 2]) {
    const broken = Buffer.from(sound)
    broken[at] = (broken[at] as number) ^ 4
    writeFileSync(path, broken)
    expect(left().map(([id]) => id)).toEqual([1, 2])
  }
})

test('a file is written anew when all in it is stored; what stood there before is not read again', async () => {
  const journal = Journal.open(dataDir)
  const first = await append(journal, 1, [view('/1')])
  const second = await append(journal, 2, [view('/2')])
  expect(await append(journal, 3, [view('/3')])).toBe(second)
  expect(second).not.toBe(first)
  journal.markStored(1)
  journal.release(first, 1)
  expect(await append(journal, 4, [view('/4')])).toBe(first)
  expect(left().map(([id]) => id)).toEqual([2, 3, 4])
  journal.markStored(3)
  journal.release(second, 2)
  // Its old second record stands right behind the new one.
  expect(await append(journal, 5, [view('/5')])).toBe(second)
  expect(left().map(([id]) => id)).toEqual([4, 5])
  journal.close()
  // Without the marks, too.
  rmSync(join(dataDir, 'journal', 'stored'))
  expect(left().map(([id]) => id)).toEqual([4, 5])
})

test('hits that wait are kept while others are stored, over several turns', async () => {
  const journal = Journal.open(dataDir)
  let id = 0
  const waiting: { id: number; file: Awaited<ReturnType<typeof append>> }[] = []
  for (let turn = 0; turn < 200; turn++) {
    const file = await append(journal, ++id, [view(`/${id}`)])
    waiting.push({ id, file })
    while (waiting.length > turn % 7) {
      const { id: stored, file: in_ } = waiting.shift() as (typeof waiting)[0]
      journal.markStored(stored)
      journal.release(in_, 1)
    }
    expect(left().map(([each]) => each)).toEqual(waiting.map((each) => each.id))
  }
  expect(statSync(join(dataDir, 'journal', 'a')).size).toBeLessThan(20_000)
  journal.close()
})

test('a mark that was cut off leaves the one before it', () => {
  const journal = Journal.open(dataDir)
  journal.markStored(7)
  journal.markStored(9)
  journal.close()
  const path = join(dataDir, 'journal', 'stored')
  truncateSync(path, 20)
  const again = Journal.open(dataDir)
  expect(again.left.storedThrough).toBe(7)
  again.close()
})

test('after a crash with hits left, new ones go behind them', async () => {
  const journal = Journal.open(dataDir)
  await append(journal, 1, [view('/1')])
  journal.close()
  const second = Journal.open(dataDir)
  await append(second, 2, [view('/2')])
  second.close()
  expect(left().map(([id]) => id)).toEqual([1, 2])
})

test('records of another format are not taken for ours', async () => {
  const journal = Journal.open(dataDir)
  await append(journal, 1, [view('/1')])
  journal.close()
  const name = ['a', 'b'].find((each) => statSync(join(dataDir, 'journal', each)).size > 0)
  const path = join(dataDir, 'journal', name as string)
  const bytes = readFileSync(path)
  // The payload begins with the number of its format.
  expect(bytes.toString('latin1', 16, 19)).toBe('[1,')
  bytes.write('2', 17)
  bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(8)), 4)
  writeFileSync(path, bytes)
  expect(() => Journal.open(dataDir)).toThrow('another version of footfall')
})
