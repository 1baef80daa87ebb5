// Share pages that do not open the sessions: nothing that identifies people leaves the server. The
// answers to everything that their tokens may ask are searched for it, byte by byte.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Section, sections } from '../../src/access/sections.ts'
import { operations } from '../../src/server.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { type NamedSite, openNamedSite } from './named-site.ts'
import { type Question, questionsAbout } from './scenarios/share-questions.ts'

setDefaultTimeout(120_000)

let server: TestServer
let site: NamedSite
let questions: Question[]
beforeAll(async () => {
  server = await startServer({ now: '2026-03-02T10:00:00Z' })
  site = await openNamedSite(server)
  const { body } = await server.ask<{ data: { id: string }[] }>(
    `/api/websites/${site.website}/events?startAt=0&endAt=${Date.parse('2026-03-03T00:00:00Z')}`,
  )
  questions = questionsAbout(
    site,
    operations,
    body.data.map(({ id }) => id),
  )
})
afterAll(() => server.stop())

async function openShare(entityId: string, opened: readonly string[]) {
  const shareType = entityId === site.board ? 4 : 1
  const parameters = Object.fromEntries(sections.map((name) => [name, opened.includes(name)]))
  const slug = crypto.randomUUID()
  await server.ask('/api/share', { body: { entityId, shareType, name: 'S', slug, parameters } })
  const opening = await server.ask<{ token: string }>(`/api/share/${slug}`, { token: null })
  return opening.body.token
}

/** Asks with a share token, as one of many visitors of the page. */
const askWith = (shareToken: string, { path, body }: Question, visitor: number) =>
  server.ask(path, {
    token: null,
    headers: {
      'x-umami-share-token': shareToken,
      'x-umami-share-context': '1',
      'X-Forwarded-For': `8.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
    },
    ...(body ? { body } : {}),
  })

const secretsIn = (answer: unknown): string[] => {
  const text = JSON.stringify(answer)
  return site.secrets.filter((secret) => text.includes(secret))
}

/** Ids of people that an answer holds, whatever they are. */
function idsIn(answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    ['sessionId', 'visitId', 'distinctId'].includes(name) && value !== null
      ? [value]
      : idsIn(value),
  )
}

test('the search finds every secret in what the owner is answered', async () => {
  const found = new Set<string>()
  for (const { path, body } of questions) {
    const { status, body: answer } = await server.ask(path, body ? { body } : {})
    expect({ path, body, isServed: status === 200 || status === 404 }).toMatchObject({
      isServed: true,
    })
    for (const secret of secretsIn(answer)) found.add(secret)
  }
  expect([...found].sort()).toEqual([...site.secrets].sort())
})

const others = sections.filter((section) => section !== 'sessions')
const combinations: (readonly Section[])[] = [
  others,
  ['overview', 'events', 'revenue', 'breakdown'],
  ['events', 'realtime'],
  ...others.map((section) => [section] as const),
]

test.each(combinations.map((opened) => [opened.join(' and '), opened] as const))(
  'a page of %s identifies nobody',
  async (_, opened) => {
    const token = await openShare(site.website, opened)
    let served = 0
    for (const [index, question] of questions.entries()) {
      const { status, body } = await askWith(token, question, index)
      expect({ question, found: [...secretsIn(body), ...idsIn(body)] }).toEqual({
        question,
        found: [],
      })
      expect([200, 401]).toContain(status)
      if (question.isPersonal) expect({ question, status }).toEqual({ question, status: 401 })
      if (status === 200) served++
    }
    expect(served).toBeGreaterThan(10)
  },
)

test('a shared board identifies nobody either', async () => {
  const token = await openShare(site.board, others)
  for (const [index, question] of questions.entries()) {
    const { body } = await askWith(token, question, index)
    expect({ question, found: [...secretsIn(body), ...idsIn(body)] }).toEqual({
      question,
      found: [],
    })
  }
  const { body } = await askWith(
    token,
    { operation: '', path: `/api/boards/${site.board}`, isPersonal: false },
    1,
  )
  const harmless = { name: 'path', operator: 'c', value: '/' }
  expect(body).toMatchObject({
    parameters: {
      websiteId: site.website,
      rows: [
        {
          columns: [
            { component: { websiteId: site.website, filters: [harmless] } },
            { component: { websiteId: site.website, props: { metric: 'os' } } },
            { component: { websiteId: site.website, type: 'visits' } },
            { component: { websiteId: site.website } },
            { component: { websiteId: site.website, filters: { path: '/' } } },
          ],
        },
      ],
    },
  })
})

test('what names nobody is still there', async () => {
  const token = await openShare(site.website, others)
  const list = async (path: string) => {
    const { body } = await askWith(token, { operation: '', path, isPersonal: false }, 1)
    const { data, count } = body as { data: { id: string }[]; count: number }
    return { ids: data.map(({ id }) => id), count }
  }
  const of = `/api/websites/${site.website}`
  expect(await list(`${of}/segments?type=segment`)).toEqual({
    ids: site.segments.slice(1, 2),
    count: 1,
  })
  expect(await list(`${of}/segments?type=cohort`)).toEqual({
    ids: site.segments.slice(3, 4),
    count: 1,
  })
  expect(await list(`${of}/reports`)).toEqual({ ids: site.reports.slice(-1), count: 1 })
  const range = `startAt=0&endAt=${Date.parse('2026-03-03T00:00:00Z')}`
  expect(await list(`${of}/revenue/sessions?${range}&currency=EUR`)).toEqual({
    ids: [null, null, null] as unknown as string[],
    count: 3,
  })
})

test('instants of sessions are cut to the hour, since exact ones are those of events', async () => {
  const token = await openShare(site.website, ['revenue'])
  const path =
    `/api/websites/${site.website}/revenue/sessions?startAt=0` +
    `&endAt=${Date.parse('2026-03-03T00:00:00Z')}&currency=EUR`
  const { body } = await askWith(token, { operation: '', path, isPersonal: false }, 1)
  const at = '2026-03-02T10:00:00.000Z'
  expect(body).toMatchObject({
    data: Array.from({ length: 3 }, () => ({ firstAt: at, lastAt: at, createdAt: at })),
  })
})

test('realtime does not say whose rows are the first', async () => {
  const path = `/api/realtime/${site.website}`
  const types = async (opened: readonly Section[]) => {
    const token = await openShare(site.website, opened)
    const { body } = await askWith(token, { operation: '', path, isPersonal: false }, 1)
    const { events } = body as { events: { __type: string }[] }
    return [...new Set(events.map((event) => event.__type))].sort()
  }
  expect(await types(['realtime'])).toEqual(['event', 'pageview'])
  expect(await types(['realtime', 'sessions'])).toEqual(['event', 'pageview', 'session'])
})

test('a user whom only a share page lets in sees no more than others there', async () => {
  const body = { username: 'visitor', password: 'long enough', role: 'user' }
  await server.ask('/api/users', { body })
  const token = await server.login('visitor', 'long enough')
  const headers = { 'x-umami-share-token': await openShare(site.website, others) }
  for (const { path, body } of questions) {
    const answer = await server.ask(path, { token, headers, ...(body ? { body } : {}) })
    expect({ path, body, found: secretsIn(answer.body) }).toEqual({ path, body, found: [] })
  }
})
