// @umami/api-client, unmodified, for people, teams and what they own.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { UmamiClient } from '@umami/api-client'
import { adminId, adminPassword, startServer, type TestServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let server: TestServer
let client: UmamiClient
beforeEach(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
  client = new UmamiClient({ baseUrl: `${server.url}/api`, token: server.adminToken })
})
afterEach(() => server.stop())

/** Calls by operation id: the types of the client describe answers more narrowly than its server. */
const call = <Answer = Record<string, unknown>>(operation: string, input: object = {}) =>
  client.call(operation as never, input as never) as Promise<Answer & { id: string }>

interface Listed {
  count: number
  data: { id: string }[]
}

const failure = (status: number) => ({ name: 'UmamiApiError', status })

/** Create, list, read, change, delete: what every kind of thing can do. */
test.each([
  ['Link', { name: 'L', url: 'https://a.example', slug: 'client-link' }],
  ['Pixel', { name: 'P', slug: 'client-pixel' }],
  ['Board', { name: 'B', type: 'mixed' }],
  ['Website', { name: 'W', domain: 'w.example' }],
] as const)('%s: from creation to deletion', async (kind, body) => {
  const key = `${kind.toLowerCase()}Id`
  const made = await call(`create${kind}`, body)
  expect(made).toMatchObject(body)
  const at = { [key]: made.id }
  const listName = kind === 'Website' ? 'listWebsites' : `get${kind}s`
  const listed = await call<Listed>(listName, { search: body.name, pageSize: 5 })
  expect(listed.data.map(({ id }) => id)).toEqual([made.id])
  expect(await call(`get${kind}`, at)).toEqual(made)
  expect(await call(`update${kind}`, { ...at, name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
  const share = await call(`create${kind}Share`, { ...at, name: 'S', parameters: {} })
  const shares = await call<Listed>(`get${kind}Shares`, at)
  expect(shares.data.map(({ id }) => id)).toEqual([share.id])
  expect(await call<object>(`delete${kind}`, at)).toEqual({ ok: true } as never)
  await expect(call(`get${kind}`, at)).rejects.toMatchObject(failure(404))
})

test('teams and members', async () => {
  const user = await call('createUser', {
    username: 'member',
    password: 'long enough',
    role: 'user',
  })
  const [team] = (await call<unknown>('createTeam', { name: 'T' })) as unknown as [{ id: string }]
  const at = { teamId: team.id }
  const member = { ...at, userId: user.id }
  expect(await call('createTeamUser', { ...member, role: 'team-member' })).toMatchObject(member)
  expect(await call('updateTeamUser', { ...member, role: 'team-manager' })).toMatchObject({
    role: 'team-manager',
  })
  expect(await call('getTeamUser', member)).toMatchObject({ role: 'team-manager' })
  expect((await call<Listed>('getTeamUsers', at)).count).toBe(2)
  for (const list of ['getTeamWebsites', 'getTeamLinks', 'getTeamPixels', 'getTeamBoards']) {
    expect([list, (await call<Listed>(list, at)).count]).toEqual([list, 0])
  }
  expect(await call('updateTeam', { ...at, name: 'U' })).toMatchObject({ name: 'U' })
  expect(await call('getTeam', at)).toMatchObject({ name: 'U' })
  await call('deleteTeamUser', member)
  await call('deleteTeam', at)
  await expect(call('getTeam', at)).rejects.toMatchObject(failure(404))
})

test('users', async () => {
  const user = await call('createUser', { username: 'anna', password: 'long enough', role: 'user' })
  const at = { userId: user.id }
  expect(await call('updateUser', { ...at, role: 'view-only' })).toMatchObject({
    role: 'view-only',
  })
  expect(await call('getUser', at)).toMatchObject({ username: 'anna', role: 'view-only' })
  expect((await call<Listed>('getUserWebsites', at)).count).toBe(0)
  expect((await call<Listed>('getUserTeams', at)).count).toBe(0)
  await call('deleteUser', at)
  await expect(call('getUser', at)).rejects.toMatchObject(failure(404))
})

test('segments and share pages', async () => {
  const websiteId = (await call('createWebsite', { name: 'W', domain: 'w.example' })).id
  const segment = await call('createWebsiteSegment', {
    websiteId,
    type: 'segment',
    name: 'Phones',
    parameters: { filters: [{ name: 'device', operator: 'eq', value: 'mobile' }] },
  })
  expect((await call<Listed>('getWebsiteSegments', { websiteId, type: 'segment' })).count).toBe(1)
  const at = { websiteId, segmentId: segment.id }
  expect(await call('getWebsiteSegment', at)).toEqual(segment)
  const replaced = { type: 'segment', name: 'Tablets', parameters: {} }
  expect(await call('updateWebsiteSegment', { ...at, ...replaced })).toMatchObject(replaced)
  await call('deleteWebsiteSegment', at)
  expect(await call<object>('resetWebsite', { websiteId })).toEqual({ ok: true } as never)
  const [team] = (await call<unknown>('createTeam', { name: 'T' })) as unknown as [{ id: string }]
  expect(await call('transferWebsite', { websiteId, teamId: team.id })).toMatchObject({
    userId: null,
    teamId: team.id,
  })
  const share = await call('createShare', {
    entityId: websiteId,
    shareType: 1,
    name: 'S',
    slug: 'client-share',
    parameters: { overview: true },
  })
  expect(await call('getShareBySlug', { slug: 'client-share' })).toMatchObject({ websiteId })
  expect(await call('getShare', { shareId: share.id })).toEqual(share)
  expect(
    await call('updateShare', {
      shareId: share.id,
      name: 'T',
      slug: 'client-share',
      parameters: {},
    }),
  ).toMatchObject({ name: 'T', parameters: {} })
  await call('deleteShare', { shareId: share.id })
  await expect(call('getShareBySlug', { slug: 'client-share' })).rejects.toMatchObject(failure(404))
})

test('a board is cloned, and nobody has a subscription', async () => {
  const board = await call('createBoard', { name: 'B', type: 'website', description: 'D' })
  const copy = await call('cloneBoard', { boardId: board.id, name: 'C' })
  expect(copy).toMatchObject({ name: 'C', type: 'website', description: 'D', userId: adminId })
  expect(await call('getSubscription')).toMatchObject({ hasSubscription: false })
})

test('annotations', async () => {
  const websiteId = (await call('createWebsite', { name: 'W', domain: 'w.example' })).id
  const sent = { date: '2026-02-01T00:00:00.000Z', allDay: true, note: 'Sale' }
  const made = await call('createWebsiteAnnotation', { websiteId, ...sent })
  expect(made).toMatchObject({ ...sent, websiteId, userId: adminId })
  const at = { websiteId, annotationId: made.id }
  const day = { startAt: Date.UTC(2026, 1, 1), endAt: Date.UTC(2026, 1, 2) }
  const listed = await call<Listed>('getWebsiteAnnotations', { websiteId, search: 'sale', ...day })
  expect(listed.data).toEqual([made])
  const replaced = { date: '2026-02-03T10:00:00.000Z', allDay: false, note: 'Sale ended' }
  expect(await call('updateWebsiteAnnotation', { ...at, ...replaced })).toMatchObject(replaced)
  expect(await call('getWebsiteAnnotation', at)).toMatchObject(replaced)
  expect(await call<object>('deleteWebsiteAnnotation', at)).toEqual({ ok: true } as never)
  await expect(call('getWebsiteAnnotation', at)).rejects.toMatchObject(failure(404))
})

test('the own account', async () => {
  expect(await call('getMe')).toMatchObject({ user: { id: adminId, isAdmin: true } })
  expect(await call<Listed>('getMyTeams')).toMatchObject({ page: 1, pageSize: 20 })
  expect(await call<Listed>('getMyWebsites', { includeTeams: true })).toMatchObject({ page: 1 })
  expect(await client.getTwoFactorStatus()).toMatchObject({ isEnabled: false, isRequired: false })
  expect(await client.initiateTwoFactorSetup()).toMatchObject({ manualKey: expect.any(String) })
  expect(await client.cancelTwoFactorSetup()).toEqual({ ok: true })
  const made = await call<{ key: string }>('createMyApiKey', { name: 'Graphs' })
  const program = new UmamiClient({ baseUrl: `${server.url}/api`, apiKey: made.key })
  expect(await program.getMe()).toMatchObject({ authType: 'api-key', apiKey: { name: 'Graphs' } })
  expect(await call<{ id: string }[]>('getMyApiKeys')).toMatchObject([{ id: made.id }])
  await call('deleteMyApiKey', { keyId: made.id })
  await expect(program.getMe()).rejects.toMatchObject(failure(401))
  const passwords = { currentPassword: adminPassword, newPassword: 'another one' }
  expect(await call('updateMyPassword', passwords)).toMatchObject({ username: 'admin' })
})
