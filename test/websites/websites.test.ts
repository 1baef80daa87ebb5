import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, type TestServer } from '../support/app.ts'
import { visits } from '../support/visits.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: '2026-03-01T12:00:00Z' })
})
afterAll(() => server.stop())

interface Row {
  id: string
  userId: string | null
  teamId: string | null
  replayConfig: object | null
  recorderEnabled: boolean
}

async function createUser(username: string, role = 'user') {
  const password = 'long enough'
  const { body } = await server.ask<Row>('/api/users', { body: { username, password, role } })
  const token = await server.login(username, password)
  const ask = <Body = Row>(path: string, body?: object) =>
    server.ask<Body>(path, { token, ...(body ? { body } : {}) })
  return { id: body.id, ask }
}

const refusal = (message: string) => ({ error: { message, code: 'bad-request', status: 400 } })

describe('a forced id', () => {
  test('is used in lower case, and only once over websites, links, pixels, boards and users', async () => {
    const id = 'ABCDEF00-0000-4000-8000-000000000001'
    const create = (given: string) =>
      server.ask<Row>('/api/websites', { body: { name: 'W', domain: 'w.example', id: given } })
    expect((await create(id)).body.id).toBe(id.toLowerCase())
    const board = await server.ask<Row>('/api/boards', { body: { name: 'B', type: 'link' } })
    for (const taken of [id, id.toLowerCase(), board.body.id]) {
      expect((await create(taken)).body as unknown).toEqual(refusal('That id is already in use.'))
    }
    expect((await create('11111111-1111-1111-1111-111111111111')).status).toBe(400)
  })
})

describe('replayConfig', () => {
  test('is merged, answered as set, and served to the recorder', async () => {
    const id = await server.createWebsite()
    const change = async (replayConfig: object | null) => {
      const { body } = await server.ask<Row>(`/api/websites/${id}`, { body: { replayConfig } })
      return [body.recorderEnabled, body.replayConfig]
    }
    const recorder = async () =>
      (await server.ask(`/api/websites/${id}/recorder`, { token: null })).body
    expect(await change({ replayEnabled: true, sampleRate: 1, maskLevel: 'strict' })).toEqual([
      true,
      { replayEnabled: true, sampleRate: 1, maskLevel: 'strict' },
    ])
    expect(await change({ sampleRate: 0, maxDuration: 60 })).toEqual([
      true,
      { replayEnabled: true, sampleRate: 0, maskLevel: 'strict', maxDuration: 60 },
    ])
    expect(await recorder()).toEqual({
      enabled: true,
      replayEnabled: true,
      heatmapEnabled: false,
      sampleRate: 0,
      heatmapSampleRate: 0.15,
      maskLevel: 'strict',
      maxDuration: 60,
      blockSelector: '',
    })
    expect(await change({ replayEnabled: false })).toEqual([
      false,
      { sampleRate: 0, maskLevel: 'strict', maxDuration: 60 },
    ])
    expect(await recorder()).toEqual({ enabled: false })
    expect(await change(null)).toEqual([false, null])
  })

  test.each([
    [{ sampleRate: 1.01 }, 'sampleRate'],
    [{ heatmapSampleRate: -0.1 }, 'heatmapSampleRate'],
    [{ maskLevel: 'none' }, 'maskLevel'],
    [{ maxDuration: 0 }, 'maxDuration'],
    [{ replayEnabled: 'yes' }, 'replayEnabled'],
  ])('%j is refused by field', async (replayConfig, field) => {
    const id = await server.createWebsite()
    const { status, body } = await server.ask(`/api/websites/${id}`, { body: { replayConfig } })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: {
        properties: { replayConfig: { properties: { [field]: { errors: [expect.any(String)] } } } },
      },
    })
  })
})

describe('the recorder', () => {
  test('of an unknown website is off, and may be cached', async () => {
    for (const id of ['x', crypto.randomUUID()]) {
      const answer = await server.ask(`/api/websites/${id}/recorder`, { token: null })
      expect(answer).toMatchObject({ status: 200, body: { enabled: false } })
      expect(answer.headers.get('cache-control')).toBe(
        'public, max-age=60, stale-while-revalidate=300',
      )
    }
  })
})

describe('reset and deletion', () => {
  const total = async (id: string) => {
    const at = `startAt=${Date.parse('2026-03-01T00:00:00Z')}&endAt=${Date.parse('2026-03-09T00:00:00Z')}`
    return (await server.ask<{ pageviews: number }>(`/api/websites/${id}/stats?${at}`)).body
      .pageviews
  }
  test('reset hides all data at once, keeps everything else, and counting goes on', async () => {
    const id = await server.createWebsite()
    await server.ask(`/api/websites/${id}`, { body: { shareId: 'reset-share' } })
    const row = { at: '2026-03-01T12:00:00Z', visitor: 'anna', url: '/' }
    await visits(server, id, [row, { ...row, at: '2026-03-01T12:01:00Z' }])
    expect(await total(id)).toBe(2)
    server.setNow('2026-03-02T12:00:00Z')
    expect((await server.ask(`/api/websites/${id}/reset`, { body: {} })).body).toEqual({ ok: true })
    expect(await total(id)).toBe(0)
    await visits(server, id, [{ ...row, at: '2026-03-03T12:00:00Z' }])
    await server.app.jobs.run('erase')
    expect(await total(id)).toBe(1)
    expect((await server.ask(`/api/websites/${id}`)).body).toMatchObject({
      resetAt: '2026-03-02T12:00:00.000Z',
      shareId: 'reset-share',
    })
  })

  test('a deleted website is unknown at once, to its reader and to its senders', async () => {
    const id = await server.createWebsite()
    const sending = { token: null, body: { type: 'event', payload: { website: id, url: '/' } } }
    const send = () =>
      server.ask('/api/send', {
        ...sending,
        headers: { 'User-Agent': 'Mozilla/5.0 Firefox/126.0' },
      })
    expect((await send()).status).toBe(200)
    await server.ask(`/api/websites/${id}`, { method: 'DELETE' })
    expect((await send()).status).toBe(400)
    expect((await server.ask(`/api/websites/${id}`)).status).toBe(404)
    expect((await server.ask(`/api/websites/${id}/stats?startAt=0&endAt=1`)).status).toBe(404)
  })
})

describe('transfer', () => {
  test('goes to a team where the owner may manage, and back to the team owner alone', async () => {
    const [anna, berta, chris] = [
      await createUser('anna'),
      await createUser('berta'),
      await createUser('chris'),
    ]
    const [team] = (
      await anna.ask<[{ id: string; accessCode: string }]>('/api/teams', { name: 'T' })
    ).body
    for (const user of [berta, chris])
      await user.ask('/api/teams/join', { accessCode: team.accessCode })
    const website = (await berta.ask('/api/websites', { name: 'W', domain: 'w.example' })).body
    const path = `/api/websites/${website.id}/transfer`

    // A member may not, a manager may.
    expect((await berta.ask(path, { teamId: team.id })).status).toBe(401)
    await anna.ask(`/api/teams/${team.id}/users/${berta.id}`, { role: 'team-manager' })
    expect((await berta.ask(path, {})).status).toBe(400)
    expect((await server.ask(path, { body: { teamId: team.id } })).status).toBe(401)
    expect((await berta.ask(path, { teamId: team.id })).body).toMatchObject({
      userId: null,
      teamId: team.id,
      createdBy: berta.id,
    })
    expect((await chris.ask(`/api/websites/${website.id}`)).status).toBe(200)

    // Only the owner of the team takes it, and only for themselves.
    expect((await berta.ask(path, { userId: berta.id })).status).toBe(401)
    expect((await anna.ask(path, { userId: berta.id })).status).toBe(401)
    expect((await anna.ask(path, { userId: anna.id, teamId: team.id })).body).toMatchObject({
      userId: anna.id,
      teamId: null,
    })
    expect((await chris.ask(`/api/websites/${website.id}`)).status).toBe(401)
    const stats = `/api/websites/${website.id}/stats?startAt=0&endAt=1`
    expect((await berta.ask(stats)).status).toBe(401)
    expect((await anna.ask(stats)).status).toBe(200)
  })
})

describe('includeTeams', () => {
  test.each([
    ['', ['Mine']],
    ['includeTeams=false', ['Mine']],
    ['includeTeams=0', ['Mine']],
    ['includeTeams=true', ['Mine', 'Ours']],
    ['includeTeams=1', ['Mine', 'Ours']],
  ])('%s lists %j: websites of owned teams, not of others', async (query, names) => {
    const name = `lister${query.replace(/\W/g, '')}`
    const [user, other] = [await createUser(name), await createUser(`${name}-other`)]
    const create = async (who: typeof user, title: string, teamId?: string) =>
      who.ask('/api/websites', { name: title, domain: 'x.example', ...(teamId ? { teamId } : {}) })
    const [owned] = (await user.ask<[{ id: string }]>('/api/teams', { name: 'T' })).body
    const [joined] = (
      await other.ask<[{ id: string; accessCode: string }]>('/api/teams', { name: 'U' })
    ).body
    await user.ask('/api/teams/join', { accessCode: joined.accessCode })
    await create(user, 'Mine')
    await create(user, 'Ours', owned.id)
    await create(other, 'Theirs', joined.id)
    const { body } = await user.ask<{ data: { name: string }[] }>(`/api/websites?${query}`)
    expect(body.data.map((row) => row.name)).toEqual(names)
  })

  test('anything else is refused', async () => {
    expect((await server.ask('/api/websites?includeTeams=maybe')).status).toBe(400)
  })
})
