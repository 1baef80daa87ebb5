import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { showToken } from '../sign-in/two-factor/authenticator.ts'
import { adminPassword, startServer } from '../support/app.ts'
import { runFootfall } from '../support/process.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(120_000)

const at = '2026-03-01T12:00:00Z'
const server = await startServer({ now: at })
afterAll(async () => {
  await server.stop()
  await rm(server.dataDir, { recursive: true, force: true })
})

const turnOff = (...names: string[]) =>
  runFootfall(['user', 'disable-2fa', ...names, '--data-dir', server.dataDir])

test('while the server runs, the last admin gets in again without authenticator', async () => {
  const begun = await server.ask<{ manualKey: string }>('/api/2fa/setup/initiate', {
    method: 'POST',
  })
  const token = showToken(begun.body.manualKey, at)
  await server.ask('/api/2fa/setup/confirm', { body: { token } })
  const body = { username: 'admin', password: adminPassword }
  const half = await server.ask('/api/auth/login', { token: null, body })
  expect(half.body).toMatchObject({ requiresTwoFactor: true })

  expect(await turnOff(' ADMIN ')).toEqual({
    exitCode: 0,
    stdout: 'Two-factor log-in of "admin" is off; the password is enough again.\n',
    stderr: '',
  })
  await server.login('admin', adminPassword)
  expect(server.app.entities.query('select * from backup_code').all()).toEqual([])
  expect((await turnOff('admin')).stdout).toBe('Two-factor log-in of "admin" was not on.\n')
})

test('an unknown name is refused, and a missing one', async () => {
  expect(await turnOff('nobody')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'footfall: There is no user "nobody".\n',
  })
  const { exitCode, stderr } = await turnOff()
  expect([exitCode, stderr.split('\n')[0]]).toEqual([
    2,
    'footfall: user disable-2fa needs the name of a user',
  ])
})
