import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { emptyAttributes, emptyEvent } from '../../../../src/collect/shape/columns.ts'
import type { Hit } from '../../../../src/collect/shape/hit.ts'
import { toText } from '../../../../src/collect/store/journal/hit-text.ts'
import { Journal } from '../../../../src/collect/store/journal/journal.ts'
import { openLog } from '../../../../src/log.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-journal-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const attributes = {
  ...emptyAttributes,
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
  target: 3,
  sessionId: '00000000-0000-5000-8000-000000000001',
  visitHour: 480_000,
  at: 1_728_000_000_123,
  attributes,
  event: {
    ...emptyEvent,
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

let logged: string[] = []
beforeEach(() => {
  logged = []
})

const openJournal = (): Journal => Journal.open(dataDir)

/** Ids and hits that a start would find. */
function left(): [number, Hit][] {
  const journal = openJournal()
  journal.close()
  return journal.left.hits.map(({ id, hit }) => [id, hit])
}

/** What a start would say is lost, when hits up to `storedId` are rows. */
function loss(storedId = 0) {
  const journal = openJournal()
  const log = openLog('info', (line) => logged.push(line))
  journal.reportLoss(storedId, log, Date.UTC(2026, 11, 1))
  journal.close()
  return journal.loss
}

const append = (journal: Journal, firstId: number, hits: readonly Hit[]) =>
  journal.append(firstId, hits.map(toText))

test('the text of a hit stays what it is, so that journals of other versions are read', () => {
  expect(toText(view('/a'))).toBe(
    '[3,"00000000-0000-5000-8000-000000000001",480000,1728000000123,' +
      '["firefox","Linux","desktop","1920x1080","de-DE","DE","DE-BE","Berlin",null],' +
      '[1,null,"/a","a=1","example.com","Größe \\"1\\" \\\\ 𝒳 \\ud800",null,"example.org","/from",' +
      'null,"s","m","c","o","t","g","f","ms","tt","li","tw",1.5,2,0.01,3,0],' +
      '[["price",2,"9.5",9.5,null],["when",3,null,null,1728000000000]],[],["EUR",9.5]]',
  )
})

test('what was appended is there after a crash, with its ids and every value', async () => {
  const journal = openJournal()
  await append(journal, 1, [view('/a'), identify])
  await append(journal, 10, [view('/b')])
  expect(left()).toEqual([
    [1, view('/a')],
    [2, identify],
    [10, view('/b')],
  ])
  journal.close()
})

/** What a record begins with. */
const magic = Buffer.from('ff464a32', 'hex')

/** Where the records of a file begin. */
function offsets(bytes: Buffer): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) found.push(at)
  return found
}

/** A file of four records, of 1, 2, 1 and 1 hits, behind one in the other file. */
async function fourRecords(): Promise<{ path: string; sound: Buffer; at: number[] }> {
  const journal = openJournal()
  await append(journal, 1, [view('/1')])
  await append(journal, 2, [view('/2')])
  await append(journal, 3, [view('/3'), view('/4')])
  await append(journal, 5, [view('/5')])
  await append(journal, 6, [view('/6')])
  journal.close()
  const [a, b] = ['a', 'b'].map((name) => join(dataDir, 'journal', name)) as [string, string]
  const path = offsets(readFileSync(a)).length > 1 ? a : b
  const sound = readFileSync(path)
  return { path, sound, at: offsets(sound) }
}

const ids = () => left().map(([id]) => id)

test('one wrong bit costs one record, and that is said', async () => {
  const { path, sound, at } = await fourRecords()
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6])
  expect(loss()).toEqual({ sentences: [], copied: [] })
  // In the head and in the payload of the second record, which has two hits.
  const second = at[1] as number
  for (const offset of [second, second + 5, second + 12, second + 20, second + 30, second + 40]) {
    const broken = Buffer.from(sound)
    broken[offset] = (broken[offset] as number) ^ 4
    writeFileSync(path, broken)
    expect(ids()).toEqual([1, 2, 5, 6])
    expect(loss()).toEqual({
      sentences: [
        `The journal file ${basename(path)} is damaged in one place: 2 answered events are lost.`,
      ],
      copied: [basename(path)],
    })
  }
  const copy = `${path}.2026-12-01T00-00-00.000Z.damaged`
  expect(logged.join('\n')).toContain(`copy=${copy}`)
  expect(existsSync(copy)).toBe(true)
})

test('a wrong bit in the first record, or in the last one, is found too', async () => {
  const { path, sound, at } = await fourRecords()
  for (const [record, offset, rest, said] of [
    [0, 4, [1, 3, 4, 5, 6], 'how many is unknown'],
    [0, 60, [1, 3, 4, 5, 6], '1 answered events are lost'],
    [3, 4, [1, 2, 3, 4, 5], 'how many is unknown'],
    [3, 60, [1, 2, 3, 4, 5], '1 answered events are lost'],
  ] as const) {
    const broken = Buffer.from(sound)
    const place = (at[record] as number) + offset
    broken[place] = (broken[place] as number) ^ 4
    writeFileSync(path, broken)
    expect(ids()).toEqual([...rest])
    expect(loss().sentences).toEqual([expect.stringContaining(said)])
  }
})

test('a file that was cut off keeps the records before the cut, and the cut is reported', async () => {
  const { path, sound, at } = await fourRecords()
  const [, , third, last] = at as [number, number, number, number]
  for (const [size, rest] of [
    [last + 40, [1, 2, 3, 4, 5]],
    [last + 10, [1, 2, 3, 4, 5]],
    // Exactly between two records.
    [last, [1, 2, 3, 4, 5]],
    [third + 33, [1, 2, 3, 4]],
    [0, [1]],
  ] as const) {
    writeFileSync(path, sound)
    truncateSync(path, size)
    expect(ids()).toEqual([...rest])
    // The start before has given the empty file its size again.
    truncateSync(path, size)
    expect(loss().sentences).toEqual([expect.stringContaining(`journal file ${basename(path)} is`)])
  }
})

test('a file that is gone is said', async () => {
  const { path } = await fourRecords()
  rmSync(path)
  expect(loss().sentences).toEqual([
    `The journal file ${basename(path)} is missing or empty; events that were only in it are lost.`,
  ])
})

test('a record that was not written to its end was not answered, so nothing is lost', async () => {
  const { path, sound, at } = await fourRecords()
  const last = at[3] as number
  for (const written of [33, 100, 200]) {
    const broken = Buffer.from(sound)
    broken.fill(0, last + written)
    writeFileSync(path, broken)
    expect(ids()).toEqual([1, 2, 3, 4, 5])
    expect(loss().sentences).toEqual([])
    expect(logged.join()).toContain('cannot be read; nothing is lost')
  }
})

test('zeros where a record or its head was, and smears over two, cost no sound record', async () => {
  const { path, sound, at } = await fourRecords()
  const [first, second, third] = at as [number, number, number]
  for (const [from, to, byte, rest] of [
    // The end of a payload, a head, both, and the beginning of the file.
    [third - 8, third, 0, [1, 2, 5, 6]],
    [third, third + 32, 0, [1, 2, 3, 4, 6]],
    [third - 8, third + 8, 0x55, [1, 2, 6]],
    [first, second, 0, [1, 3, 4, 5, 6]],
    [0, sound.length, 0, [1]],
  ] as const) {
    const broken = Buffer.from(sound)
    broken.fill(byte, from, to)
    writeFileSync(path, broken)
    expect([from - first, ids()]).toEqual([from - first, [...rest]])
    expect(loss().sentences).toHaveLength(1)
  }
})

test('what is damaged and stored already is not lost', async () => {
  const { path, sound, at } = await fourRecords()
  const broken = Buffer.from(sound)
  const second = (at[1] as number) + 60
  broken[second] = (broken[second] as number) ^ 4
  writeFileSync(path, broken)
  expect(loss(4).sentences).toEqual([])
  expect(loss(3).sentences).toEqual([expect.stringContaining('1 answered events are lost')])
})

test('a file that was copied over the other one gives each hit once', async () => {
  const { path } = await fourRecords()
  const [a, b] = ['a', 'b'].map((name) => join(dataDir, 'journal', name)) as [string, string]
  copyFileSync(path, path === a ? b : a)
  expect(ids()).toEqual([2, 3, 4, 5, 6])
})

test('a probe waits for the record that is being written', async () => {
  const journal = openJournal()
  const appended = append(
    journal,
    1,
    Array.from({ length: 500 }, () => view('/1')),
  )
  await Promise.all([appended, journal.probe(), append(journal, 501, [view('/2')])])
  journal.close()
  expect(ids()).toHaveLength(501)
})

test('bytes that are no journal at all are said', async () => {
  const { path } = await fourRecords()
  writeFileSync(path, 'x'.repeat(5_000))
  expect(ids()).toEqual([1])
  expect(loss().sentences).toEqual([expect.stringContaining('how many is unknown')])
})

test('a title that looks like the head of a record is a title', async () => {
  const head = Buffer.alloc(32, 'a')
  magic.copy(head)
  head.writeUInt32LE(0x7e7e7e7e, 4)
  head.writeUInt32LE(Bun.hash.crc32(head.subarray(0, 28)), 28)
  const event = { ...view('/forged').event, pageTitle: head.toString('latin1') } as Hit['event']
  const forged = { ...view('/forged'), event }
  const journal = openJournal()
  await append(journal, 1, [view('/1')])
  await append(journal, 2, [forged, view('/3')])
  await append(journal, 4, [view('/4')])
  journal.close()
  expect(left()).toEqual([
    [1, view('/1')],
    [2, forged],
    [3, view('/3')],
    [4, view('/4')],
  ])
  expect(loss().sentences).toEqual([])
})

test('a file is overwritten when all its records are stored; older records are not read again', async () => {
  const journal = openJournal()
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
  // Its old second record is right behind the new one.
  expect(await append(journal, 5, [view('/5')])).toBe(second)
  expect(left().map(([id]) => id)).toEqual([4, 5])
  journal.close()
  // Without the marks, too.
  rmSync(join(dataDir, 'journal', 'stored'))
  expect(left().map(([id]) => id)).toEqual([4, 5])
})

test('hits that wait are kept while others are stored, over several turns', async () => {
  const journal = openJournal()
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
  expect(statSync(join(dataDir, 'journal', 'a')).size).toBe(1024 * 1024)
  journal.close()
})

test('a mark that was cut off leaves the one before it', () => {
  const journal = openJournal()
  journal.markStored(7)
  journal.markStored(9)
  journal.close()
  const path = join(dataDir, 'journal', 'stored')
  truncateSync(path, 20)
  const again = openJournal()
  expect(again.left.checkpointId).toBe(7)
  again.close()
})

test('the first mark after a start overwrites the lower one', () => {
  const journal = openJournal()
  for (const id of [7, 9, 11]) journal.markStored(id)
  journal.close()
  const again = openJournal()
  again.markStored(13)
  again.close()
  // As if that write had been torn.
  const path = join(dataDir, 'journal', 'stored')
  const bytes = readFileSync(path)
  const places = [bytes.readDoubleLE(0), bytes.readDoubleLE(16)]
  expect(places.toSorted((one, other) => one - other)).toEqual([11, 13])
})

test('after a crash with hits left, new ones go behind them', async () => {
  const journal = openJournal()
  await append(journal, 1, [view('/1')])
  journal.close()
  const second = openJournal()
  await append(second, 2, [view('/2')])
  second.close()
  expect(left().map(([id]) => id)).toEqual([1, 2])
})

test('records of another format are not taken for ours', async () => {
  const journal = openJournal()
  await append(journal, 1, [view('/1')])
  journal.close()
  const paths = ['a', 'b'].map((name) => join(dataDir, 'journal', name))
  // The other file has a record of no hits.
  const path = paths.find((each) => readFileSync(each).readUInt32LE(16) > 0) as string
  const bytes = readFileSync(path)
  // The payload begins with the number of its format.
  expect(bytes.toString('latin1', 32, 35)).toBe('[1,')
  bytes.write('2', 33)
  const end = 32 + bytes.readUInt32LE(20)
  bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(32, end)), 24)
  bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(0, 28)), 28)
  writeFileSync(path, bytes)
  expect(openJournal).toThrow('another version of footfall')
})
