import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Hit } from '../../../../src/collect/shape/hit.ts'
import { compactEvents } from '../../../../src/jobs/compact.ts'
import { startServer, type TestServer } from '../../../support/app.ts'
import { comparePredecessors } from '../../../support/predecessors.ts'
import { randomHits, toRandom } from '../../../support/random-hits.ts'
import { pageView } from '../page-view.ts'

const seed = Number(process.env.FOOTFALL_SEED ?? Math.floor(Math.random() * 2 ** 31))

let server: TestServer
beforeAll(async () => {
  console.log(`FOOTFALL_SEED=${seed}`)
  server = await startServer()
})
afterAll(() => server.stop())

const add = (hits: readonly Hit[]) => Promise.all(hits.map((hit) => server.app.writer.add(hit)))

/** Stores hits in groups of random size, as they come from many senders. */
async function addInGroups(hits: readonly Hit[], random: () => number): Promise<void> {
  for (let at = 0; at < hits.length; ) {
    const size = 1 + Math.floor(random() * 200)
    await add(hits.slice(at, at + size))
    await server.app.writer.drain()
    at += size
  }
}

async function expectRight(): Promise<void> {
  const { stored, right } = await comparePredecessors(server.app.store.writer)
  expect(stored).toEqual(right)
}

test('hits in any order leave every view with its predecessors', async () => {
  const random = toRandom(seed)
  const wanted = { target: 1, count: 2_000, startAt: 1_767_225_600_000, endAt: 1_767_398_400_000 }
  const hits = randomHits(random, wanted)
  // Many views in the same millisecond, and the same ones twice.
  const clustered = hits.map((hit) => ({ ...hit, at: hit.at - (hit.at % 60_000) }))
  await addInGroups([...hits.slice(0, 1_000), ...clustered.slice(1_000)], random)
  await expectRight()
})

test('a visitor with more paths, titles and visits than are kept in memory stays exact', async () => {
  const random = toRandom(seed + 1)
  const startAt = 1_767_225_600_000
  // 4,000 paths and titles, seen in order, then old ones again, then late ones in between.
  const view = (index: number, at: number): Hit => {
    const title = index % 9 === 0 ? null : `Title ${index % 3_000}`
    return pageView({ session: 'named', at, path: `/${index}`, title, target: 2 })
  }
  const first = Array.from({ length: 4_000 }, (_, index) => view(index, startAt + index * 60_000))
  const again = Array.from({ length: 600 }, (_, index) =>
    view(Math.floor(random() * 4_100), startAt + (4_000 + index) * 60_000),
  )
  const late = Array.from({ length: 300 }, () =>
    view(Math.floor(random() * 4_100), startAt + Math.floor(random() * 4_600 * 60_000)),
  )
  const mixed = [...again, ...late].sort(() => random() - 0.5)
  await addInGroups([...first, ...mixed], random)
  await expectRight()
  // As if the process had started again: the history is read from the store.
  await server.app.writer.replacing(async () => {})
  const more = Array.from({ length: 300 }, (_, index) =>
    view(Math.floor(random() * 4_200), startAt + (5_000 + index) * 60_000),
  )
  await addInGroups(more, random)
  await expectRight()
})

test('a hit that comes late while the file is being compacted keeps its neighbours exact', async () => {
  const { app } = server
  const at = (hour: number) => 1_767_600_000_000 + hour * 3_600_000
  const view = (hour: number, path: string) =>
    pageView({ session: 'late', at: at(hour), path, title: null, target: 3 })
  await add([view(10, '/a'), view(12, '/a')])
  await app.writer.drain()
  // When the copy is complete, and before it is adopted.
  const own = app.store.withoutReaders.bind(app.store)
  app.store.withoutReaders = async (work) => {
    await add([view(11, '/a'), view(9, '/a')])
    await app.writer.drain()
    return own(work)
  }
  try {
    const limits = { minBytes: 0, minWaste: Number.NEGATIVE_INFINITY }
    const job = { ...app, ...limits, dataDir: server.dataDir }
    expect(await compactEvents(job, new AbortController().signal)).toBe(true)
  } finally {
    app.store.withoutReaders = own
  }
  await expectRight()
})
