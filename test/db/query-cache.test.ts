import { expect, setDefaultTimeout, test } from 'bun:test'
import { QueryCache } from '../../src/db/query-cache.ts'
import { reading, sql } from '../../src/db/sql.ts'

setDefaultTimeout(60_000)

const at = (day: number) => Date.UTC(2026, 0, day, 12)
const statement = (target: number, from: number, to: number, more = 'a') =>
  sql`select ${more} from event where ${reading(
    { target, startAt: at(from), endAt: at(to) },
    sql`source_id = ${target} and created_at between ${at(from)} and ${at(to)}`,
  )}`

test('an answer is given again until a row is written on one of its days', () => {
  const cache = new QueryCache()
  const rows = [{ n: 1 }]
  const asked = statement(1, 5, 7)
  expect(cache.find(asked)).toBeNull()
  cache.keep(asked, rows, cache.version)
  expect(cache.find(statement(1, 5, 7))).toEqual(rows)
  expect(cache.find(statement(1, 5, 8))).toBeNull()
  expect(cache.find(statement(1, 5, 7, 'b'))).toBeNull()

  cache.invalidate(1, [at(4), at(8)])
  cache.invalidate(2, [at(6)])
  expect(cache.find(asked)).toEqual(rows)
  cache.invalidate(1, [at(9), at(6)])
  expect(cache.find(asked)).toBeNull()
})

test('an answer that was being made while a row was written is not kept', () => {
  const cache = new QueryCache()
  const asked = statement(1, 5, 7)
  const { version } = cache
  cache.invalidate(1, [at(5)])
  cache.keep(asked, [{ n: 1 }], version)
  expect(cache.find(asked)).toBeNull()

  const before = cache.version
  cache.clear()
  cache.keep(asked, [{ n: 1 }], before)
  expect(cache.find(asked)).toBeNull()
})

test('every range that a statement reads counts', () => {
  const cache = new QueryCache()
  const asked = sql`select 1 where ${statement(1, 5, 7)} or ${statement(1, 20, 21)}`
  const nested = sql`select 1 where ${reading({ target: 1, startAt: 0, endAt: at(2) }, asked)}`
  cache.keep(asked, [], cache.version)
  cache.keep(nested, [], cache.version)
  expect(cache.find(asked)).toEqual([])
  cache.invalidate(1, [at(20)])
  expect(cache.find(asked)).toBeNull()
  expect(cache.find(nested)).toBeNull()
})

test('results that say nothing of what they read, and huge ones, are not kept', () => {
  const cache = new QueryCache()
  cache.keep(sql`select 1`, [{ n: 1 }], cache.version)
  expect(cache.find(sql`select 1`)).toBeNull()
  const huge = Array.from({ length: 5_000 }, () => ({ text: 'x'.repeat(200) }))
  cache.keep(statement(1, 5, 7), huge, cache.version)
  expect(cache.find(statement(1, 5, 7))).toBeNull()
})

test('what was not asked for lately is forgotten', () => {
  const cache = new QueryCache()
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ a: `${n}`.padEnd(100), b: n }))
  const first = statement(1, 1, 2, 'first')
  cache.keep(first, rows, cache.version)
  for (let n = 0; n < 200; n++) {
    cache.keep(statement(1, 1, 2, `other ${n}`), rows, cache.version)
    if (n < 100) expect(cache.find(first)).toEqual(rows)
  }
  expect(cache.find(first)).toBeNull()
})

test('answers of a share page that is asked for ever other ranges stay within 16 MiB', () => {
  const cache = new QueryCache()
  for (let n = 0; n < 40_000; n++) {
    const range = { target: 1, startAt: n, endAt: 2_000_000_000_000 }
    const filters = Array.from({ length: 10 }, (_, index) => `/a rather long path ${n} ${index}`)
    cache.keep(
      sql`select ${filters.join()} from event where ${reading(range, sql`created_at > ${n}`)}`,
      [{ pageviews: n, visitors: n, visits: n, bounces: n, totaltime: n }],
      cache.version,
    )
  }
  expect(cache.bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
})
