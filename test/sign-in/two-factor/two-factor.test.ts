import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { adminPassword, startServer, type TestServer } from '../../support/app.ts'
import { showToken } from './authenticator.ts'

setDefaultTimeout(60_000)

const at = (time: string) => `2026-03-01T${time}Z`

let server: TestServer
beforeEach(async () => {
  server = await startServer({ now: at('12:00:00') })
})
afterEach(() => server.stop())

interface Status {
  isEnabled: boolean
  isRequired: boolean
  requiredReason: string | null
}

interface LoggedIn {
  token: string
  user: { username: string; teams: unknown[] }
}

const password = 'long enough'

/** Makes a user and gives their login token. */
async function addUser(username = 'anna'): Promise<{ id: string; token: string }> {
  const body = { username, password, role: 'user' }
  const { id } = (await server.ask<{ id: string }>('/api/users', { body })).body
  return { id, token: await server.login(username, password) }
}

interface SetUp {
  manualKey: string
  backupCodes: string[]
  /** Of the log-in that goes on. */
  token: string
}

/** Sets up a second factor at 12:00:00; then it is 12:10. */
async function setUp(token: string): Promise<SetUp> {
  const begun = await server.ask<{ manualKey: string }>('/api/2fa/setup/initiate', {
    token,
    method: 'POST',
  })
  const { manualKey } = begun.body
  const confirmed = await server.ask<Omit<SetUp, 'manualKey'>>('/api/2fa/setup/confirm', {
    token,
    body: { token: showToken(manualKey, at('12:00:00')) },
  })
  expect(confirmed.status).toBe(200)
  server.setNow(at('12:10:00'))
  return { manualKey, ...confirmed.body }
}

const logIn = async (username = 'anna'): Promise<string> => {
  const { body } = await server.ask<{ requiresTwoFactor: true; partialToken: string }>(
    '/api/auth/login',
    { token: null, body: { username, password } },
  )
  expect(body).toEqual({ requiresTwoFactor: true, partialToken: expect.any(String) })
  return body.partialToken
}

const verify = (partialToken: string, body: object) =>
  server.ask<LoggedIn>('/api/2fa/verify', { token: partialToken, body })

const refusal = (message: string, code: string) => ({
  error: { message, code: `two-factor-error-${code}`, status: 400 },
})
const isWrong = refusal('This token is wrong.', 'invalid-code')
const wasUsed = refusal('This token was used already; wait for the next one.', 'code-used')

test('after the password a token of the authenticator is asked for', async () => {
  const { manualKey, backupCodes, token } = await setUp((await addUser()).token)
  expect(new Set(backupCodes).size).toBe(10)
  const status = await server.ask<Status>('/api/2fa/status', { token })
  expect(status.body).toMatchObject({ isEnabled: true, isRequired: false })

  const { status: answered, body } = await verify(await logIn(), {
    token: showToken(manualKey, at('12:10:00')),
  })
  expect(answered).toBe(200)
  expect(body.user).toMatchObject({ username: 'anna', teams: [] })
  expect((await server.ask('/api/me', { token: body.token })).status).toBe(200)
})

test('log-ins that showed the password alone are over once there is a second factor', async () => {
  const { id, token } = await addUser()
  const stranger = await server.login('anna', password)
  await server.ask(`/api/admin/users/${id}/2fa`, { body: { required: true } })
  const begun = await setUp(token)
  for (const login of [stranger, token]) {
    for (const path of ['/api/websites', '/api/me', '/api/2fa/status']) {
      expect([path, (await server.ask(path, { token: login })).status]).toEqual([path, 401])
    }
  }
  expect((await server.ask('/api/websites', { token: begun.token })).status).toBe(200)
})

test('a wrong password is refused as ever', async () => {
  const { token } = await addUser()
  await setUp(token)
  const body = { username: 'anna', password: 'a wrong password' }
  expect((await server.ask('/api/auth/login', { token: null, body })).status).toBe(401)
})

test('nothing in the data folder says the secret or the backup codes', async () => {
  const { token } = await addUser()
  const { manualKey, backupCodes } = await setUp(token)
  const rows = [
    ...server.app.entities.query('select * from two_factor').all(),
    ...server.app.entities.query('select * from backup_code').all(),
  ]
  expect(rows).toHaveLength(11)
  const text = JSON.stringify(rows)
  for (const secret of [manualKey, ...backupCodes]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(secret.replace('-', ''))
  }
})

test('a token works once, those before it too', async () => {
  const { token } = await addUser()
  const { manualKey } = await setUp(token)
  const used = showToken(manualKey, at('12:10:00'))
  expect((await verify(await logIn(), { token: used })).status).toBe(200)
  expect((await verify(await logIn(), { token: used })).body as unknown).toEqual(wasUsed)
  const older = showToken(manualKey, at('12:09:30'))
  expect((await verify(await logIn(), { token: older })).body as unknown).toEqual(wasUsed)
  server.setNow(at('12:10:30'))
  const next = showToken(manualKey, at('12:10:30'))
  expect((await verify(await logIn(), { token: next })).status).toBe(200)
})

test('the token that confirmed the set-up does not log in', async () => {
  const { token } = await addUser()
  const { manualKey } = await setUp(token)
  server.setNow(at('12:00:10'))
  const used = showToken(manualKey, at('12:00:10'))
  expect((await verify(await logIn(), { token: used })).body as unknown).toEqual(wasUsed)
})

test('of two log-ins with one token at once one succeeds', async () => {
  const { token } = await addUser()
  const { manualKey } = await setUp(token)
  const body = { token: showToken(manualKey, at('12:10:00')) }
  const partial = [await logIn(), await logIn()]
  const answers = await Promise.all(partial.map((one) => verify(one, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test.each([
  [30, 200],
  [-30, 200],
  [60, 400],
  [-60, 400],
])('a clock that is %d s off: %d', async (seconds, status) => {
  const { token } = await addUser()
  const { manualKey } = await setUp(token)
  const shown = showToken(manualKey, Date.parse(at('12:10:00')) + seconds * 1000)
  expect((await verify(await logIn(), { token: shown })).status).toBe(status)
})

test('a backup code works once, however it is typed', async () => {
  const { token } = await addUser()
  const { backupCodes } = await setUp(token)
  const [first = '', second = ''] = backupCodes
  expect((await verify(await logIn(), { backupCode: first })).status).toBe(200)
  const again = await verify(await logIn(), { backupCode: first })
  expect(again.body as unknown).toEqual(
    refusal('This backup code is wrong or was used already.', 'invalid-backup-code'),
  )
  const typed = ` ${second.toUpperCase().replace('-', ' ')} `
  expect((await verify(await logIn(), { backupCode: typed })).status).toBe(200)
})

test('who guesses is locked out for a while, and waiting helps', async () => {
  const { token } = await addUser()
  const { manualKey, backupCodes } = await setUp(token)
  const partial = await logIn()
  const right = showToken(manualKey, at('12:10:00'))
  const wrong = right === '000000' ? '000001' : '000000'
  for (let count = 0; count < 5; count++) {
    expect((await verify(partial, { token: wrong })).body as unknown).toEqual(isWrong)
  }
  for (const body of [{ token: wrong }, { token: right }, { backupCode: backupCodes[0] }]) {
    const answer = await verify(partial, body)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('180')
    expect(answer.body as unknown).toEqual({
      error: {
        message: 'Too many wrong tokens; try again later.',
        code: 'two-factor-error-too-many-attempts',
        status: 429,
        lockedUntil: '2026-03-01T12:13:00.000Z',
      },
    })
  }
  // A new log-in is no way around, and other users are not concerned.
  expect((await verify(await logIn(), { token: right })).status).toBe(429)
  server.setNow(at('12:13:00'))
  const later = showToken(manualKey, at('12:13:00'))
  expect((await verify(await logIn(), { token: later })).status).toBe(200)
})

test('a partial token opens nothing else, and ends after five minutes', async () => {
  const { manualKey, token } = await setUp((await addUser()).token)
  const partial = await logIn()
  for (const path of ['/api/me', '/api/websites', '/api/2fa/status']) {
    expect([path, (await server.ask(path, { token: partial })).status]).toEqual([path, 401])
  }
  const actions = ['/api/auth/verify', '/api/auth/logout', '/api/2fa/setup/initiate']
  for (const path of actions) {
    const answer = await server.ask(path, { token: partial, method: 'POST' })
    expect([path, answer.status]).toEqual([path, 401])
  }
  const headers = { 'x-umami-share-token': partial, 'x-umami-share-context': '1' }
  expect((await server.ask('/api/websites', { token: null, headers })).status).toBe(401)
  server.setNow(at('12:15:01'))
  const body = { token: showToken(manualKey, at('12:15:01')) }
  expect((await verify(partial, body)).status).toBe(401)
  // Nor does a login token pass for a partial one.
  expect((await verify(token, body)).status).toBe(401)
  expect((await verify(await logIn(), body)).status).toBe(200)
})

test('a changed password ends a partial token', async () => {
  const { id, token } = await addUser()
  const { manualKey } = await setUp(token)
  const partial = await logIn()
  await server.ask(`/api/users/${id}`, { body: { password: 'another password' } })
  const body = { token: showToken(manualKey, at('12:10:00')) }
  expect((await verify(partial, body)).status).toBe(401)
})

test('a set-up that is not confirmed counts for nothing, and can be left', async () => {
  const { token } = await addUser()
  await server.ask('/api/2fa/setup/initiate', { token, method: 'POST' })
  await server.login('anna', password)
  const begun = await server.ask<{ manualKey: string }>('/api/2fa/setup/initiate', {
    token,
    method: 'POST',
  })
  await server.ask('/api/2fa/setup/cancel', { token, method: 'POST' })
  const late = await server.ask('/api/2fa/setup/confirm', {
    token,
    body: { token: showToken(begun.body.manualKey, at('12:00:00')) },
  })
  expect(late.body).toEqual(refusal('Begin the set-up first.', 'not-begun'))
})

test('a set-up is no way to replace a factor in use', async () => {
  const { token } = await setUp((await addUser()).token)
  const again = await server.ask('/api/2fa/setup/initiate', { token, method: 'POST' })
  const isThere = refusal('Two-factor log-in is set up already.', 'already-enabled')
  expect(again.body).toEqual(isThere)
  const confirm = { token, body: { token: '123456' } }
  expect((await server.ask('/api/2fa/setup/confirm', confirm)).body).toEqual(isThere)
  await server.ask('/api/2fa/setup/cancel', { token, method: 'POST' })
  await logIn()
})

describe('giving it up', () => {
  const disable = (token: string, body: object) => server.ask('/api/2fa/disable', { token, body })

  test('takes password and token, or a backup code', async () => {
    const { manualKey, backupCodes, token } = await setUp((await addUser()).token)
    const shown = showToken(manualKey, at('12:10:00'))
    const wrong = await disable(token, { password: 'a wrong password', token: shown })
    expect(wrong.body).toEqual(refusal('Current password is incorrect', 'incorrect-password'))
    expect((await disable(token, { password, token: 'abcde-fghjk' })).status).toBe(400)
    await logIn()
    expect((await disable(token, { password, token: shown })).body).toEqual({ ok: true })
    await server.login('anna', password)
    expect(server.app.entities.query('select * from backup_code').all()).toEqual([])

    server.setNow(at('12:00:00'))
    const second = await setUp(token)
    expect((await verify(await logIn(), { backupCode: backupCodes[0] })).status).toBe(400)
    const [code] = second.backupCodes
    expect((await disable(second.token, { password, token: code })).body).toEqual({ ok: true })
  })

  test('is refused where it is required', async () => {
    const { id, token: before } = await addUser()
    const { manualKey, token } = await setUp(before)
    await server.ask(`/api/admin/users/${id}/2fa`, { body: { required: true } })
    const body = { password, token: showToken(manualKey, at('12:10:00')) }
    expect((await disable(token, body)).body).toEqual(
      refusal('Two-factor log-in is required of you.', 'disable-not-allowed'),
    )
  })
})

describe('where it is required', () => {
  const isMissing = {
    error: {
      message: 'Set up two-factor log-in first.',
      code: 'two-factor-setup-required',
      status: 401,
    },
  }
  const readStatus = async (token: string) =>
    (await server.ask<Status>('/api/2fa/status', { token })).body

  test('of a user: nothing is open before it is set up', async () => {
    const { id, token } = await addUser()
    const made = await server.ask<{ key: string }>('/api/me/api-keys', {
      token,
      body: { name: 'Graphs' },
    })
    const answer = await server.ask(`/api/admin/users/${id}/2fa`, { body: { required: true } })
    expect(answer.body).toEqual({ ok: true, userId: id, twoFactorRequired: true })
    for (const login of [token, await server.login('anna', password)]) {
      expect((await server.ask('/api/websites', { token: login })).body).toEqual(isMissing)
      expect((await server.ask('/api/me', { token: login })).status).toBe(200)
      expect(await readStatus(login)).toMatchObject({ isRequired: true, requiredReason: 'user' })
    }
    // Programs do not log in.
    expect((await server.ask('/api/websites', { token: made.body.key })).status).toBe(200)
    const done = await setUp(token)
    expect((await server.ask('/api/websites', { token: done.token })).status).toBe(200)
    expect((await server.ask('/api/websites', { token: made.body.key })).status).toBe(200)
  })

  test('of a team: its members, as long as they are in it', async () => {
    const { id, token } = await addUser()
    const [team] = (await server.ask<[{ id: string }]>('/api/teams', { body: { name: 'Crew' } }))
      .body
    const member = { userId: id, role: 'team-member' }
    await server.ask(`/api/teams/${team.id}/users`, { body: member })
    const required = await server.ask(`/api/admin/teams/${team.id}/2fa`, {
      body: { required: true },
    })
    expect(required.body).toEqual({ ok: true, teamId: team.id, twoFactorRequired: true })
    expect((await server.ask('/api/websites', { token })).body).toEqual(isMissing)
    expect(await readStatus(token)).toMatchObject({ requiredReason: 'team' })
    // The admin made the team and is in it.
    expect((await server.ask('/api/teams')).body).toEqual(isMissing)
    const admin = await setUp(server.adminToken)
    const shown = await server.ask(`/api/teams/${team.id}`, { token: admin.token })
    expect(shown.body).toMatchObject({
      twoFactorRequired: true,
    })
    await server.ask(`/api/teams/${team.id}/users/${id}`, {
      token: admin.token,
      method: 'DELETE',
    })
    expect((await server.ask('/api/websites', { token })).status).toBe(200)
  })

  test('of everybody: of the admin too, until it is taken back', async () => {
    const { token } = await addUser()
    const admin = await setUp(server.adminToken)
    const body = { required: true }
    const answer = await server.ask('/api/admin/2fa/global', { token: admin.token, body })
    expect(answer.body).toEqual({ ok: true, required: true })
    expect((await server.ask('/api/websites', { token })).body).toEqual(isMissing)
    expect(await readStatus(token)).toMatchObject({ requiredReason: 'global' })
    expect((await server.ask('/api/websites', { token: admin.token })).status).toBe(200)
    await server.ask('/api/admin/2fa/global', { token: admin.token, body: { required: false } })
    expect((await server.ask('/api/websites', { token })).status).toBe(200)
  })
})

test('after a reset by an admin the password is enough, and a new factor can be set up', async () => {
  const { id, token } = await addUser()
  const { manualKey } = await setUp(token)
  await verify(await logIn(), { token: showToken(manualKey, at('12:10:00')) })
  const partial = await logIn()
  for (let count = 0; count < 5; count++) await verify(partial, { backupCode: 'none' })
  expect((await verify(partial, { backupCode: 'none' })).status).toBe(429)
  const path = `/api/admin/users/${id}/2fa`
  expect((await server.ask(path)).body).toEqual({ isEnabled: true, twoFactorRequired: false })
  expect((await server.ask(path, { method: 'DELETE' })).body).toEqual({
    ok: true,
    userId: id,
    reset: { twoFactorAuth: 1, backupCodes: 10, otpUsed: 1, rateLimit: 1 },
  })
  expect((await server.ask(path)).body).toEqual({ isEnabled: false, twoFactorRequired: false })
  // The half-way log-in of before is over.
  const late = await verify(partial, { token: showToken(manualKey, at('12:10:30')) })
  expect(late.body as unknown).toEqual(refusal('Two-factor log-in is not set up.', 'not-enabled'))
  const again = await server.login('anna', password)
  server.setNow(at('12:00:00'))
  const second = await setUp(again)
  expect(second.manualKey).not.toBe(manualKey)
  await logIn()
})

test('with another secret of the instance no token is right, and an admin can reset', async () => {
  const { id, token } = await addUser()
  const { manualKey } = await setUp(token)
  const { dataDir, app } = server
  const other = await startServer({ now: at('12:10:00') })
  await other.ask('/api/users', { body: { id, username: 'anna', password, role: 'user' } })
  // The row of one data folder in another, as a restored database without its secret has it.
  const row = app.entities.query('select * from two_factor').get() as Record<string, string>
  const changed = { ...row, secret: `${row.secret?.slice(0, -2)}AA` }
  other.app.entities
    .query(
      'insert into two_factor values ($user_id, $secret, $confirmed_at, $last_step, $created_at)',
    )
    .run(changed)
  const partial = await other.ask<{ partialToken: string }>('/api/auth/login', {
    token: null,
    body: { username: 'anna', password },
  })
  const answer = await other.ask<{ error: { code: string } }>('/api/2fa/verify', {
    token: partial.body.partialToken,
    body: { token: showToken(manualKey, at('12:10:00')) },
  })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'two-factor-error-unreadable'])
  await other.ask(`/api/admin/users/${id}/2fa`, { method: 'DELETE' })
  await other.login('anna', password)
  await other.stop()
  expect(dataDir).not.toBe(other.dataDir)
})

test.each([
  ['/api/2fa/verify', {}],
  ['/api/2fa/verify', { token: '123456', backupCode: 'abcde-fghjk' }],
  ['/api/2fa/verify', { token: '12345' }],
  ['/api/2fa/verify', { token: '١٢٣٤٥٦' }],
  ['/api/2fa/verify', { backupCode: 'x'.repeat(65) }],
])('%s refuses %j', async (path, body) => {
  const { token } = await addUser()
  await setUp(token)
  const answer = await server.ask(path, { token: await logIn(), body })
  expect(answer.status).toBe(400)
})

test('a name of any length fits into the QR code', async () => {
  const { token } = await addUser('漢'.repeat(255))
  const begun = await server.ask<{ qrCodeDataUrl: string }>('/api/2fa/setup/initiate', {
    token,
    method: 'POST',
  })
  expect(begun.status).toBe(200)
  expect(begun.body.qrCodeDataUrl).toStartWith('data:image/svg+xml;base64,')
})

test('the admin has one too', async () => {
  const { manualKey } = await setUp(server.adminToken)
  const body = { username: 'admin', password: adminPassword }
  const partial = await server.ask<{ partialToken: string }>('/api/auth/login', {
    token: null,
    body,
  })
  const shown = { token: showToken(manualKey, at('12:10:00')) }
  expect((await verify(partial.body.partialToken, shown)).status).toBe(200)
})
