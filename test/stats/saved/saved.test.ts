// Funnels and goals as things of their own: one store with the saved reports, and the same numbers.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { UmamiClient } from '@umami/api-client'
import { startServer, type TestServer } from '../../support/app.ts'
import { visits } from '../../support/visits.ts'

setDefaultTimeout(60_000)

let server: TestServer
let site: string
beforeAll(async () => {
  server = await startServer()
  site = await server.createWebsite()
  const at = (time: string) => `2026-01-05T10:${time}Z`
  // Three visitors begin, two of Germany; two go on to /b; one of these buys.
  await visits(server, site, [
    { at: at('00:00'), visitor: 'a', url: '/', headers: { 'CF-IPCountry': 'DE' } },
    { at: at('01:00'), visitor: 'a', url: '/b' },
    { at: at('02:00'), visitor: 'a', url: '/b', name: 'buy', data: { plan: 'gold' } },
    { at: at('03:00'), visitor: 'b', url: '/', headers: { 'CF-IPCountry': 'DE' }, id: 'b' },
    { at: at('04:00'), visitor: 'c', url: '/', headers: { 'CF-IPCountry': 'FR' }, id: 'c' },
    { at: at('05:00'), visitor: 'c', url: '/b', headers: { 'CF-IPCountry': 'FR' }, id: 'c' },
  ])
})
afterAll(() => server.stop())

const range = { startAt: Date.UTC(2026, 0, 1), endAt: Date.UTC(2026, 1, 1) - 1 }
const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({ startAt: `${range.startAt}`, endAt: `${range.endAt}`, ...more }).toString()
const steps = [
  { type: 'path', value: '/' },
  { type: 'path', value: '/b' },
  { type: 'event', value: 'buy', filters: [{ property: 'plan', operator: 'eq', value: 'gold' }] },
]
const funnel = { steps, window: 7 }
const goal = { type: 'path', value: '/b' }

interface Saved {
  id: string
  name: string
  stats: unknown
}
interface List {
  data: Saved[]
  count: number
}

const ask = async <Body = unknown>(path: string, body?: object) => {
  const answer = await server.ask<Body>(
    path.startsWith('/api') ? path : `/api/websites/${site}/${path}`,
    body ? { body } : {},
  )
  expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  return answer.body
}
const report = (type: string, parameters: object, filters: object = {}) =>
  ask(`/api/reports/${type}`, { websiteId: site, ...range, ...parameters, filters })
const visitorsIn = (taken: unknown) =>
  (taken as { visitors: number }[]).map(({ visitors }) => visitors)

test('what one door saves the other shows, changes and deletes', async () => {
  const made = await ask<Saved>('funnels', { name: 'Sales', parameters: funnel })
  expect(made).toMatchObject({ ok: true, name: 'Sales', type: 'funnel', parameters: funnel })
  expect(await ask(`/api/reports/${made.id}`)).toMatchObject({ name: 'Sales', parameters: funnel })
  const saved = { websiteId: site, type: 'goal', name: 'Page b', parameters: goal }
  const other = await ask<Saved>('/api/reports', saved)
  expect((await ask<List>('goals?search=PAGE')).data).toMatchObject([{ id: other.id }])
  expect(await ask(`goals/${other.id}`, { name: 'B', parameters: goal })).toMatchObject({
    ok: true,
    name: 'B',
  })
  expect(await ask(`/api/reports/${other.id}`)).toMatchObject({ name: 'B', type: 'goal' })
  // Each list has its own kind, and each address only finds its own.
  expect((await ask<List>('funnels')).data.map(({ id }) => id)).toEqual([made.id])
  const wrong = await server.ask(`/api/websites/${site}/funnels/${other.id}`)
  expect(wrong.status).toBe(404)
  for (const id of [made.id, other.id]) {
    await server.ask(`/api/reports/${id}`, { method: 'DELETE' })
  }
  expect([await ask<List>('funnels'), await ask<List>('goals')]).toMatchObject([
    { count: 0 },
    { count: 0 },
  ])
})

test('saved, unsaved, and asked as a report: the same numbers, with and without filters', async () => {
  const made = await ask<Saved>('funnels', { name: 'Sales', parameters: funnel })
  const reached = await ask<Saved>('goals', { name: 'Page b', parameters: goal })
  for (const [filters, counts, num, total] of [
    [{}, [3, 2, 1], 2, 3],
    [{ country: 'DE' }, [2, 1, 1], 1, 2],
    [{ country1: 'neq.DE' }, [1, 1, 0], 1, 1],
  ] as const) {
    const taken = await ask(`funnels/${made.id}/stats?${query(filters)}`)
    expect(visitorsIn(taken)).toEqual([...counts])
    const given = { ...filters, steps: JSON.stringify(steps), window: '7' }
    expect(await ask(`funnels/stats?${query(given)}`)).toEqual(taken)
    expect(await report('funnel', funnel, filters)).toEqual(taken)
    const { data } = await ask<List>(`funnels/stats?${query(filters)}`)
    expect(data).toMatchObject([{ id: made.id, name: 'Sales', stats: taken }])

    const answer = { num, total }
    expect(await ask(`goals/${reached.id}/stats?${query(filters)}`)).toEqual(answer)
    expect(await ask(`goals/stats?${query({ ...filters, ...goal })}`)).toEqual(answer)
    expect(await report('goal', goal, filters)).toEqual(answer)
    const { data: all } = await ask<List>(`goals/stats?${query(filters)}`)
    expect(all).toMatchObject([{ id: reached.id, stats: answer }])
  }
  for (const id of [made.id, reached.id]) {
    await server.ask(`/api/reports/${id}`, { method: 'DELETE' })
  }
})

test('filters that are saved with one hold; what asks for nothing has no numbers', async () => {
  const save = (name: string, parameters: object) =>
    ask<Saved>('/api/reports', { websiteId: site, type: 'goal', name, parameters })
  // As other clients save it: with a range of its own, which is not the one that is asked about.
  const german = await save('German', {
    ...goal,
    startDate: '2020-01-01',
    endDate: '2020-02-01',
    filters: { country: 'DE' },
  })
  const empty = await save('Empty', { deep: [1] })
  expect(await ask(`goals/${german.id}/stats?${query()}`)).toEqual({ num: 1, total: 2 })
  const { data } = await ask<List>(`goals/stats?${query({ orderBy: 'name' })}`)
  expect(data.map(({ name, stats }) => [name, stats])).toEqual([
    ['Empty', null],
    ['German', { num: 1, total: 2 }],
  ])
  const refused = await server.ask(`/api/websites/${site}/goals/${empty.id}/stats?${query()}`)
  expect(refused.status).toBe(400)
  for (const id of [german.id, empty.id]) {
    await server.ask(`/api/reports/${id}`, { method: 'DELETE' })
  }
})

test.each([
  ['funnels', { name: 'x', parameters: { steps: [steps[0]], window: 1 } }],
  ['funnels', { name: 'x', parameters: { steps: Array(9).fill(steps[0]), window: 1 } }],
  ['funnels', { name: 'x', parameters: { steps, window: 0 } }],
  ['funnels', { name: 'x'.repeat(201), parameters: funnel }],
  ['goals', { name: 'x', parameters: { type: 'tap', value: '/' } }],
  ['goals', { name: 'x', parameters: { type: 'path' } }],
  ['goals', { name: 'x', description: 'x'.repeat(501), parameters: goal }],
  ['goals', { parameters: goal }],
])('%s: %j is refused, and nothing is saved', async (list, body) => {
  const { status } = await server.ask(`/api/websites/${site}/${list}`, { body })
  expect(status).toBe(400)
  expect((await ask<List>(list)).count).toBe(0)
})

test('filters on a page are refused wherever a funnel is asked or saved', async () => {
  const filters = [{ property: 'browser', operator: 'eq', value: 'chrome' }]
  const wrong = { steps: [steps[0], { ...steps[1], filters }], window: 7 }
  const message = 'Step 2 is a page: only steps of type event take filters'
  const made = await ask<Saved>('funnels', { name: 'Sales', parameters: funnel })
  const given = query({ steps: JSON.stringify(wrong.steps), window: '7' })
  // The other door keeps any parameters.
  const kept = { websiteId: site, type: 'funnel', name: 'Kept', parameters: wrong }
  const { id } = await ask<Saved>('/api/reports', kept)
  const asked: [path: string, body?: object][] = [
    [`/api/websites/${site}/funnels/${id}/stats?${query()}`],
    ['/api/reports/funnel', { websiteId: site, ...range, parameters: wrong }],
    [`/api/websites/${site}/funnels/stats?${given}`],
    [`/api/websites/${site}/funnels`, { name: 'Wrong', parameters: wrong }],
    [`/api/websites/${site}/funnels/${made.id}`, { name: 'Wrong', parameters: wrong }],
  ]
  for (const [path, body] of asked) {
    const { status, body: answer } = await server.ask(path, body ? { body } : {})
    expect({ path, status, answer }).toMatchObject({ status: 400, answer: { error: { message } } })
  }
  const { data } = await ask<List>(`funnels/stats?${query({ orderBy: 'name' })}`)
  expect(data).toMatchObject([{ name: 'Kept', stats: null }, { name: 'Sales' }])
  await server.ask(`/api/reports/${id}`, { method: 'DELETE' })
  // None of them is no filter.
  const none = { steps: steps.map((step) => ({ filters: [], ...step })), window: 7 }
  expect(visitorsIn(await report('funnel', none))).toEqual([3, 2, 1])
  await server.ask(`/api/reports/${made.id}`, { method: 'DELETE' })
})

test('at most twenty are counted at once, the others on further pages', async () => {
  for (let index = 0; index < 21; index++) {
    await ask('goals', { name: `Goal ${100 + index}`, parameters: goal })
  }
  const page = (more: Record<string, string>) =>
    ask<List & { pageSize: number }>(`goals/stats?${query({ orderBy: 'name', ...more })}`)
  const first = await page({ pageSize: '1000' })
  expect([first.count, first.pageSize, first.data.length]).toEqual([21, 20, 20])
  const second = await page({ pageSize: '1000', page: '2' })
  expect(second.data).toMatchObject([{ name: 'Goal 120', stats: { num: 2, total: 3 } }])
  expect((await page({ pageSize: '3' })).data).toHaveLength(3)
  for (const { id } of [...first.data, ...second.data]) {
    await server.ask(`/api/reports/${id}`, { method: 'DELETE' })
  }
})

test('visitors of a share page do not see who saved one', async () => {
  const { id } = await ask<Saved>('goals', { name: 'Page b', parameters: goal })
  const share = { name: 'S', slug: 'shown-goals', parameters: { goals: true, sessions: true } }
  await server.ask('/api/share', { body: { entityId: site, shareType: 1, ...share } })
  const opened = await server.ask<{ token: string }>('/api/share/shown-goals', { token: null })
  const headers = { 'x-umami-share-token': opened.body.token, 'x-umami-share-context': '1' }
  const authors = async (path: string, asStranger: boolean) => {
    const { body } = await server.ask<{ userId?: unknown; data?: { userId: unknown }[] }>(
      path,
      asStranger ? { token: null, headers } : {},
    )
    return (body.data ?? [body]).map(({ userId }) => userId)
  }
  for (const path of [
    `/api/websites/${site}/goals`,
    `/api/websites/${site}/goals/stats?${query()}`,
    `/api/websites/${site}/goals/${id}`,
    `/api/websites/${site}/reports`,
    `/api/reports/${id}`,
  ]) {
    expect(await authors(path, true)).toEqual([null])
    expect(await authors(path, false)).toEqual([expect.any(String)])
  }
  await server.ask(`/api/reports/${id}`, { method: 'DELETE' })
})

test.each([
  ['funnels/stats?', 'Either startAt+endAt or startDate+endDate must be provided'],
  [`funnels/stats?${query({ steps: '[', window: '1' })}`, 'Bad request'],
  [`funnels/stats?${query({ steps: '[]', window: '1' })}`, 'Bad request'],
  [`funnels/stats?${query({ steps: JSON.stringify(steps) })}`, 'Bad request'],
  [
    `funnels/stats?${query({ steps: '['.repeat(2000) + ']'.repeat(2000), window: '1' })}`,
    'Bad request',
  ],
  [`funnels/stats?${query({ steps: 'null', window: '1' })}`, 'Bad request'],
  [`goals/stats?${query({ type: 'path' })}`, 'Bad request'],
  [`goals/stats?${query({ type: 'path', value: '' })}`, 'Bad request'],
  [`goals/stats?${query({ type: 'goal', value: '/' })}`, 'Bad request'],
])('%s is refused', async (path, message) => {
  const { status, body } = await server.ask(`/api/websites/${site}/${path}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { message } })
})

test('the published client saves, lists, asks and deletes', async () => {
  const client = new UmamiClient({ baseUrl: `${server.url}/api`, token: server.adminToken })
  const call = <Answer>(operation: string, input: object) =>
    client.call(operation as never, { websiteId: site, ...input } as never) as Promise<Answer>
  const ok = { ok: true }
  const parts = [
    ['Funnel', 'funnelId', funnel, { steps: JSON.stringify(steps), window: 7 }],
    ['Goal', 'goalId', goal, goal],
  ] as const
  for (const [noun, idName, parameters, given] of parts) {
    const made = await call<Saved>(`createWebsite${noun}`, { name: 'N', parameters })
    expect(made).toMatchObject(ok)
    const at = { [idName]: made.id }
    expect((await call<List>(`getWebsite${noun}s`, { search: 'n' })).count).toBe(1)
    expect(await call<object>(`getWebsite${noun}`, at)).toMatchObject(ok)
    const changed = { ...at, name: 'O', description: 'D', parameters }
    expect(await call<object>(`updateWebsite${noun}`, changed)).toMatchObject(ok)
    const saved = await call<unknown>(`getWebsiteSaved${noun}Stats`, { ...at, ...range })
    expect(await call<unknown>(`getWebsite${noun}Stats`, { ...given, ...range })).toEqual(saved)
    expect(await call<object>(`deleteWebsite${noun}`, at)).toEqual(ok)
  }
})
