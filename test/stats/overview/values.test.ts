import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fieldNames } from '../../../src/stats/dimensions/dimensions.ts'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite, type Site } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

const range = days('2026-01-05')

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startServer()
  const own = 'https://www.example.com/'
  site = await openSite(server, [
    {
      at: '2026-01-05T10:00:00Z',
      visitor: 'a',
      url: '/docs',
      language: 'en-US',
      userAgent: chrome,
    },
    { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/docs', name: 'read', userAgent: chrome },
    { at: '2026-01-05T10:02:00Z', visitor: 'a', type: 'performance', url: '/docs', lcp: 1 },
    { at: '2026-01-05T11:00:00Z', visitor: 'b', url: '/100%', referrer: 'https://t.co/x' },
    { at: '2026-01-05T11:01:00Z', visitor: 'b', url: '/1000', referrer: own },
    { at: '2026-01-06T11:00:00Z', visitor: 'b', url: '/tomorrow' },
    ...['Hello, world', 'world', 'Hello'].map((title) => ({
      at: '2026-01-07T12:00:00Z',
      visitor: 'c',
      url: '/',
      title,
    })),
  ])
})
afterAll(() => server.stop())

describe('values', () => {
  test.each([
    // Rows of any kind count: a view, an event and a measurement on /docs.
    [
      'type=path',
      [
        ['/docs', 3],
        ['/100%', 1],
        ['/1000', 1],
      ],
    ],
    ['type=path&search=DOC', [['/docs', 3]]],
    ['type=path&search=0%25', [['/100%', 1]]],
    [
      'type=path&search=doc,1000',
      [
        ['/docs', 3],
        ['/1000', 1],
      ],
    ],
    ['type=path&search=_', []],
    [
      'type=path&search=',
      [
        ['/docs', 3],
        ['/100%', 1],
        ['/1000', 1],
      ],
    ],
    // Only five terms are looked for.
    ['type=path&search=v,w,x,y,z,doc', []],
    ['type=referrer', [['t.co', 1]]],
    ['type=event', [['read', 1]]],
    ['type=language', [['en-US', 2]]],
    ['type=hostname', [['example.com', 5]]],
    ['type=tag', []],
    // Filters have no effect.
    ['type=event&path=/other', [['read', 1]]],
  ] as [string, [string, number][]][])('%s', async (query, expected) => {
    expect(await site.ask(`values?${range}&${query}`)).toEqual(
      expected.map(([value, count]) => ({ value, count })),
    )
  })

  test('a comma of a value is escaped, as in filters', async () => {
    const found = (await site.ask(
      `values?${days('2026-01-07')}&type=title&search=${encodeURIComponent('o\\, W')}`,
    )) as unknown
    expect(found).toEqual([{ value: 'Hello, world', count: 1 }])
  })

  test('every filter field can be asked for, nothing else', async () => {
    const fields =
      'path referrer title query os browser device country region city tag hostname distinctId ' +
      'language event utmSource utmMedium utmCampaign utmContent utmTerm screen entry exit channel'
    for (const type of new Set([...fields.split(' '), ...fieldNames])) {
      expect(await site.status(`values?${range}&type=${type}`)).toBe(200)
    }
    for (const query of ['', '&type=', '&type=domain', '&type=constructor', "&type=path'--"]) {
      expect(await site.status(`values?${range}${query}`)).toBe(400)
    }
  })

  test('at most ten', async () => {
    const many = await openSite(
      server,
      Array.from({ length: 12 }, (_, index) => ({
        at: '2026-01-05T10:00:00Z',
        visitor: 'a',
        url: `/${String(index).padStart(2, '0')}`,
      })),
    )
    const rows = (await many.ask(`values?${range}&type=path`)) as { value: string }[]
    expect(rows.map(({ value }) => value).join(' ')).toBe('/00 /01 /02 /03 /04 /05 /06 /07 /08 /09')
  })
})
