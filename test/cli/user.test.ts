// `footfall user …` next to a running server, and without one.

import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEntities } from '../../src/db/sqlite/entities.ts'
import { adminPassword } from '../support/app.ts'
import { runFootfall, startProcess } from '../support/process.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(120_000)

const base = await mkdtemp(join(tmpdir(), 'footfall-users-'))
afterAll(() => rm(base, { recursive: true, force: true }))
let dataDir = ''
let count = 0
beforeEach(() => {
  dataDir = join(base, String(++count))
})

const settings = { ADMIN_PASSWORD: adminPassword }
const changed = 'The password of "admin" is changed; all of their log-ins have ended.\n'
const setPassword = (name: string, ...flags: string[]) =>
  runFootfall(['user', 'password', name, '--data-dir', dataDir, ...flags])

/** The status of a question that only a user may ask. */
const statusFor = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/api/me`, { headers: { Authorization: `Bearer ${token}` } })).status

const loginStatus = async (url: string, password: string): Promise<number> =>
  (
    await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ username: 'admin', password }),
    })
  ).status

describe('footfall user password', () => {
  test('while the server runs: the old password and all log-ins end, the new password opens', async () => {
    const server = await startProcess({ dataDir, settings })
    const tokens = [await server.login(), await server.login()]
    const password = 'entirely new'
    const ended = await setPassword('admin', '--password', password)
    expect(ended).toEqual({ exitCode: 0, stdout: changed, stderr: '' })
    for (const token of tokens) expect(await statusFor(server.url, token)).toBe(401)
    expect(await loginStatus(server.url, adminPassword)).toBe(401)
    const token = await server.login(password)
    expect(await statusFor(server.url, token)).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(server.stderr()).not.toContain(' error ')
  })

  test('without a password one is made and printed, never the same', async () => {
    const server = await startProcess({ dataDir, settings })
    const passwords: string[] = []
    const setsOfArguments = [
      // Names are found as log-in finds them.
      ['admin', '--data-dir', dataDir],
      ['--data-dir', dataDir, ' ADMIN '],
    ]
    for (const args of setsOfArguments) {
      const { exitCode, stdout, stderr } = await runFootfall(['user', 'password', ...args])
      expect([exitCode, stderr]).toEqual([0, ''])
      expect(stdout).toStartWith(changed)
      passwords.push(/^New password: ([\w-]{20})\n$/.exec(stdout.slice(changed.length))?.[1] ?? '')
    }
    expect(new Set(passwords).size).toBe(2)
    expect(await loginStatus(server.url, passwords[0] as string)).toBe(401)
    expect(await loginStatus(server.url, passwords[1] as string)).toBe(200)
    await server.stop()
  })

  test('while no server runs it leaves no files behind, and the next start knows it', async () => {
    const first = await startProcess({ dataDir, settings })
    await first.stop()
    const files = (await readdir(dataDir)).toSorted()
    const { exitCode } = await setPassword('admin', '--password=entirely new')
    expect(exitCode).toBe(0)
    expect((await readdir(dataDir)).toSorted()).toEqual(files)
    const second = await startProcess({ dataDir })
    expect(await loginStatus(second.url, 'entirely new')).toBe(200)
    await second.stop()
  })

  test('an unknown name changes nothing', async () => {
    const server = await startProcess({ dataDir, settings })
    const ended = await setPassword('nobody', '--password', 'entirely new')
    expect(ended).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'footfall: There is no user "nobody".\n',
    })
    expect(await loginStatus(server.url, adminPassword)).toBe(200)
    await server.stop()
  })

  test('a folder without data is named, and nothing is made there', async () => {
    const { exitCode, stderr } = await setPassword('admin')
    expect([exitCode, stderr]).toEqual([
      1,
      `footfall: There is no footfall.db in ${dataDir}; name the data folder with --data-dir.\n`,
    ])
    expect(existsSync(dataDir)).toBe(false)
  })

  test.each([
    ["insert into migration (name) values ('9999_later')", 'written by a newer footfall'],
    ['delete from migration', 'An older version has written the data folder'],
  ])('a folder of another version is left alone: %s', async (change, sentence) => {
    const server = await startProcess({ dataDir, settings })
    await server.stop()
    const entities = openEntities(dataDir)
    const readHash = () => entities.query('select password_hash from user').get()
    const before = readHash()
    entities.run(change)
    const { exitCode, stderr } = await setPassword('admin')
    expect(exitCode).toBe(1)
    expect(stderr).toContain(sentence)
    expect(readHash()).toEqual(before)
    entities.close()
  })
})

test('a start with an ADMIN_PASSWORD that is not used says so', async () => {
  const sentence = 'ADMIN_PASSWORD is not used: there are users already'
  const first = await startProcess({ dataDir, settings })
  expect(await first.stop()).toBe(0)
  expect(first.stderr()).not.toContain(sentence)
  const other = 'some other password'
  const second = await startProcess({ dataDir, settings: { ADMIN_PASSWORD: other } })
  expect(second.stderr()).toContain(`${sentence} change="footfall user password NAME"`)
  expect(second.stderr()).not.toContain(other)
  expect(await loginStatus(second.url, other)).toBe(401)
  expect(await loginStatus(second.url, adminPassword)).toBe(200)
  await second.stop()
  const third = await startProcess({ dataDir })
  await third.stop()
  expect(third.stderr()).not.toContain(sentence)
})

describe('footfall user list, add, role and remove, while the server runs', () => {
  const run = (...args: string[]) => runFootfall(['user', ...args, '--data-dir', dataDir])
  const list = async () =>
    (await run('list')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 3))
  const loginAs = (url: string, username: string, password: string) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ username, password }),
    })

  test('a user is added, listed, given a role, and removed', async () => {
    const server = await startProcess({ dataDir, settings })
    const { stdout, exitCode } = await run('add', ' Dora ')
    expect(exitCode).toBe(0)
    const password = /^"dora" is added as user\.\nPassword: ([\w-]{20})\n$/.exec(stdout)?.[1] ?? ''
    const login = await loginAs(server.url, 'dora', password)
    const { token } = (await login.json()) as { token: string }
    await server.ask('/api/websites', token, { name: 'Hers', domain: 'hers.example' })
    expect(await list()).toEqual([
      ['admin', 'admin', '0'],
      ['dora', 'user', '1'],
    ])
    expect((await run('add', 'DORA')).stderr).toBe('footfall: There is a user "dora" already.\n')

    expect((await run('role', 'dora', 'view-only')).stdout).toBe(
      '"dora" was user and is view-only; all of their log-ins have ended.\n',
    )
    expect(await statusFor(server.url, token)).toBe(401)
    expect((await run('role', 'dora', 'view-only')).stdout).toBe('"dora" is view-only already.\n')

    const asked = await run('remove', 'dora')
    expect([asked.exitCode, asked.stdout]).toEqual([
      1,
      '"dora" owns 1 websites, 0 links, 0 pixels, 0 boards, 0 teams. To remove all of it for good, add --yes.\n',
    ])
    expect(await list()).toHaveLength(2)
    const removed = await run('remove', 'dora', '--yes')
    expect(removed).toEqual({
      exitCode: 0,
      stdout: '"dora" is removed, with 1 websites, 0 links, 0 pixels, 0 boards, 0 teams.\n',
      stderr: '',
    })
    expect(await list()).toEqual([['admin', 'admin', '0']])
    expect((await loginAs(server.url, 'dora', password)).status).toBe(401)
    await server.stop()
  })

  test('the server takes no more events of a website that went with its owner', async () => {
    const server = await startProcess({ dataDir, settings })
    await run('add', 'dora', '--password', 'a long password')
    const login = await loginAs(server.url, 'dora', 'a long password')
    const { token } = (await login.json()) as { token: string }
    const site = { name: 'Hers', domain: 'hers.example' }
    const { id } = await server.ask<{ id: string }>('/api/websites', token, site)
    const send = async () => {
      const response = await fetch(`${server.url}/api/send`, {
        method: 'POST',
        headers: {
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
        },
        body: JSON.stringify({ type: 'event', payload: { website: id, url: '/' } }),
      })
      return response.status
    }
    expect(await send()).toBe(200)
    expect((await run('remove', 'dora', '--yes')).exitCode).toBe(0)
    expect(await send()).toBe(400)
    await server.stop()
  })

  test('the last admin stays, and unknown users are named', async () => {
    const server = await startProcess({ dataDir, settings })
    for (const args of [
      ['role', 'admin', 'user'],
      ['remove', 'admin', '--yes'],
    ]) {
      const { exitCode, stderr } = await run(...args)
      expect([exitCode, stderr]).toEqual([1, 'footfall: The last admin must stay an admin.\n'])
    }
    for (const args of [
      ['role', 'nobody', 'user'],
      ['remove', 'nobody'],
    ]) {
      expect((await run(...args)).stderr).toBe('footfall: There is no user "nobody".\n')
    }
    expect(await list()).toEqual([['admin', 'admin', '0']])
    await server.stop()
  })
})
