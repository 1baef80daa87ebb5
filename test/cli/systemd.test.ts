// `footfall systemd`: the unit that it prints, as systemd reads it.

import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFootfall } from '../support/process.ts'

setDefaultTimeout(60_000)

const analyzer = '/usr/bin/systemd-analyze'
const canAnalyze = existsSync(analyzer) || process.env.FOOTFALL_REQUIRE_ALL === '1'
if (!canAnalyze) console.warn(`Tests of systemd's unit are skipped: there is no ${analyzer}.`)

const base = mkdtempSync(join(tmpdir(), 'footfall-systemd-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function print(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runFootfall(['systemd', ...args])
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout
}

test('settings that are given as flags are in it, quoted; the data folder is the one it may write', async () => {
  const unit = await print(
    '--data-dir',
    '/srv/stats',
    '--base-path=/a',
    '--ignore-ip',
    '10.0.0.1, 10.0.0.2',
    '--user',
    'stats',
  )
  expect(unit).toContain('\nEnvironment="DATA_DIR=/srv/stats"\n')
  expect(unit).toContain('\nEnvironment="BASE_PATH=/a"\n')
  expect(unit).toContain('\nEnvironment="IGNORE_IP=10.0.0.1, 10.0.0.2"\n')
  expect(unit).toContain('\nReadWritePaths=/srv/stats\n')
  expect(unit).toContain('\nUser=stats\n')
  expect(unit).toContain('\nCapabilityBoundingSet=\n')
  expect(unit).not.toContain('"PORT=')
})

test('a low port needs one permission, and no other', async () => {
  expect(await print('--port', '80')).toContain('\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n')
})

test.each([
  [
    ['--app-secret', 'do not print me'],
    '--app-secret is a secret: put it into the file of settings',
  ],
  [['--data-dir', '/srv/my stats'], 'the path "/srv/my stats" must have no blanks'],
  [['--user', 'a b'], '--user must have no blanks'],
  [['--executable', 'footfall'], '--executable must be a path from the root'],
])('%j is refused', async (args, sentence) => {
  const { exitCode, stdout, stderr } = await runFootfall(['systemd', ...args])
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('do not print me')
})

test.skipIf(!canAnalyze)(
  'systemd finds nothing wrong with it, and little that could be closed',
  async () => {
    const file = join(base, 'footfall.service')
    writeFileSync(file, await print('--executable', process.execPath, '--port', '80'))
    const verified = Bun.spawnSync([analyzer, 'verify', file])
    expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, ''])
    const rated = Bun.spawnSync([analyzer, 'security', '--offline=yes', '--threshold=25', file])
    expect(rated.exitCode).toBe(0)
  },
)
