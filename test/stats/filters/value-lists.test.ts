// What a filter of several values takes for one: commas of values, and languages without a region.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  site = await openSite(server, rows)
})
afterAll(() => server.stop())

/** Titles and how many look at each. */
const titles: [string, number][] = [
  ['Hello', 1],
  ['Hello, world', 2],
  ['Hello, world 2', 3],
  ['Hello\\', 4],
  ['Hello\\, world', 5],
]

/** Languages as browsers and others send them. */
const languages: [string, number][] = [
  ['fil', 1],
  ['fil-PH', 2],
  ['fi-FI', 4],
  ['fi', 8],
  ['C', 16],
  ['C.UTF-8', 32],
  ['en,de', 3],
]

const range = days('2026-01-05')
const rows = [
  ...titles.flatMap(([title, count]) =>
    Array.from({ length: count }, (_, one) => ({ visitor: `${title} ${one}`, title })),
  ),
  ...languages.flatMap(([language, count]) =>
    Array.from({ length: count }, (_, one) => ({ visitor: `${language} ${one}`, language })),
  ),
].map((row) => ({ at: '2026-01-05T10:00:00Z', url: '/', ...row }))

const toVisitors = async (filter: Record<string, string>) => {
  const found = await site.ask(`stats?${range}&${new URLSearchParams(filter)}`)
  return (found as { visitors: number }).visitors
}

describe('a backslash makes a comma one of the value', () => {
  test.each([
    ['eq.Hello\\, world', 2],
    ['Hello\\, world', 2],
    ['eq.Hello\\, world 2', 3],
    // A backslash of the value is before it.
    ['eq.Hello\\\\\\, world', 5],
    ['eq.Hello\\\\,Hello', 5],
    ['eq.Hello\\', 4],
    ['eq.Hello\\, world,Hello\\, world 2', 5],
    ['eq.Hello, world', 1],
    ['neq.Hello\\, world', 13 + 66],
    // Many values are compared in another way.
    [`eq.${'x\\,y,'.repeat(30)}Hello\\, world`, 2 + 0],
  ])('title=%s finds %d', async (title, count) => {
    expect(await toVisitors({ title })).toBe(count)
  })

  test('in stored filters too', async () => {
    const body = {
      type: 'segment',
      name: 'Greetings',
      parameters: { filters: [{ name: 'title', operator: 'eq', value: 'Hello\\, world' }] },
    }
    const { body: segment } = await server.ask<{ id: string }>(
      `/api/websites/${site.id}/segments`,
      { body },
    )
    expect(await toVisitors({ segment: segment.id })).toBe(2)
  })
})

describe('languages', () => {
  const groups = { fil: 3, fi: 12, c: 48, en: 3 }

  test('are listed without their region, by the letters that name them', async () => {
    expect(await site.ask(`metrics?${range}&type=language`)).toEqual(
      Object.entries(groups)
        .map(([x, y]) => ({ x, y }))
        .sort((one, other) => other.y - one.y || one.x.localeCompare(other.x)),
    )
  })

  test.each([
    ...Object.entries(groups),
    ['FIL', 3],
    // With a region it is that one.
    ['fil-PH', 2],
    ['fi-FI', 4],
    ['C.UTF-8', 32],
    ['en\\,de', 3],
    ['fi,c', 60],
    ['neq.fil', 15 + 63],
  ] as [string, number][])('language=%s finds %d', async (language, count) => {
    expect(await toVisitors({ language })).toBe(count)
  })
})
