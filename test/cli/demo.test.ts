import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from '../support/app.ts'
import { runFootfall, startProcess } from '../support/process.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const website = '6f1c0f7e-58a5-4a0c-9d0c-3b8f6f0b2a11'
// Dates are not of the zone where the command runs.
const settings = { ADMIN_PASSWORD: adminPassword, GEO_DB: 'off', TZ: 'America/New_York' }

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-demo-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const demo = (...args: string[]) => runFootfall(['demo', '--data-dir', dataDir, ...args], settings)

test('fills a folder that a server then answers from', async () => {
  const made = await demo(
    ...['--events', '500', '--days=10', '--seed', '3'],
    ...['--website', website.toUpperCase(), '--until', '2026-02-01 00:00'],
  )
  expect([made.exitCode, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(new RegExp(`^500 of 500 events, \\d+ per second\\n${website}\\n$`))

  const again = await demo('--events', '5', '--website', website)
  expect(again.exitCode).toBe(1)
  expect(again.stderr).toEndWith(
    `footfall: The website ${website} has events already; choose another id.\n`,
  )

  const server = await startProcess({ dataDir, settings })
  const token = await server.login()
  const found = await server.ask<{ name: string }>(`/api/websites/${website}`, token)
  expect(found.name).toBe('Demo')
  const range = `startAt=${Date.parse('2026-01-22')}&endAt=${Date.parse('2026-02-01')}`
  const events = await server.ask<{ count: number }>(
    `/api/websites/${website}/events?${range}`,
    token,
  )
  // All but the load times, which are no event of a visitor.
  expect(events.count).toBeGreaterThan(400)
  const later = `startAt=${Date.parse('2026-02-01')}&endAt=${Date.parse('2026-03-01')}`
  expect(await server.ask(`/api/websites/${website}/events?${later}`, token)).toMatchObject({
    count: 0,
  })

  const refused = await demo('--events', '5')
  expect([refused.exitCode, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain(`${dataDir} is in use`)
  await server.stop()
})

test.each([
  [
    ['--until', '2026-02-31'],
    '--until must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z, not "2026-02-31"',
  ],
  [['--events', 'many'], '--events must be a whole number from 1 to 1000000000, not "many"'],
  [['--website', '7'], '--website must be a UUID, not "7"'],
  [
    ['--until', 'soon'],
    '--until must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z, not "soon"',
  ],
  [['--days'], '--days needs a value'],
  [['--speed', '9'], 'unknown option "--speed"'],
])('%j is refused', async (args, sentence) => {
  expect(await demo(...args)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `footfall: ${sentence}\nSee footfall --help.\n`,
  })
})

test('help names its options', async () => {
  const { stdout } = await runFootfall(['demo', '--help'])
  for (const option of ['events', 'days', 'seed', 'website', 'until']) {
    expect(stdout).toMatch(new RegExp(`^ +--${option} `, 'm'))
  }
})
