// The built executable, outside the checkout. FOOTFALL_BINARY names another file than
// dist/footfall, FOOTFALL_RUNNER what to run it with, such as an emulator.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { version } from '../package.json'
import { collectNotices } from '../src/cli/notices.ts'
import type { Life } from './support/smoke.ts'

const binary = resolve(process.env.FOOTFALL_BINARY ?? 'dist/footfall')
const runner = process.env.FOOTFALL_RUNNER?.split(' ') ?? []
const isRequired = process.env.FOOTFALL_REQUIRE_BINARY === '1'
const isNative = runner.length === 0
const isRoot = process.getuid?.() === 0
const timeoutMs = 150_000

/** Root may write everywhere; others are like nobody already. */
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
/** A shell of its own without a network and with a /tmp that nobody can write. */
const confined = ['unshare', '--mount', '--net', 'sh', '-ec']
const confine =
  'ip link set lo up; mount --bind /tmp /tmp; mount -o remount,bind,ro /tmp; exec "$@"'
const canConfine = isNative && isRoot && succeeds([...confined, confine, 'sh', 'true'])

const wholeLife: Life = { pageviews: [1, 1], exitCodes: [0, 0] }

let base = ''
let command: string[] = []

describe.skipIf(!isRequired && !existsSync(binary))('the executable', () => {
  beforeAll(async () => {
    // Not in /tmp, which one of the tests takes away.
    base = await mkdtemp('/var/tmp/footfall-binary-')
    await chmod(base, 0o755)
    cpSync(binary, join(base, 'footfall'))
    command = [...runner, join(base, 'footfall')]
  })

  afterAll(() => rm(base, { recursive: true, force: true }))

  test(
    'keeps what it recorded over a restart',
    async () => {
      const folder = await makeFolder('restart')
      expect(await live(folder, command)).toEqual(wholeLife)
      expect((await stat(join(folder, 'data/native'))).mode & 0o777).toBe(0o700)
    },
    timeoutMs,
  )

  test(
    'replaces a damaged library and what an older version left',
    async () => {
      const folder = await makeFolder('damage')
      const native = join(folder, 'data/native')
      await mkdir(join(native, '0123456789abcdef'), { recursive: true })
      expect(await live(folder, command)).toEqual(wholeLife)
      const [unpacked, ...others] = await readdir(native)
      expect(others).toEqual([])
      const library = join(native, unpacked as string, 'libduckdb.so')
      const { size } = await stat(library)
      await truncate(library, 1000)
      expect(await live(folder, command)).toEqual(wholeLife)
      expect((await stat(library)).size).toBe(size)
    },
    timeoutMs,
  )

  test(
    'says its version, explains itself, and refuses an unknown flag',
    async () => {
      expect(await run(['--version'])).toEqual({
        exitCode: 0,
        stdout: `footfall ${version}\n`,
        stderr: '',
      })
      const help = await run(['--help'])
      expect(help.exitCode).toBe(0)
      expect(help.stdout).toContain('--data-dir')
      const refused = await run(['--prot', '80'])
      expect(refused.exitCode).toBe(2)
      expect(refused.stderr).toContain('--prot')
    },
    timeoutMs,
  )

  test(
    'carries the licences of what is inside',
    async () => {
      expect(await run(['licenses'])).toEqual({
        exitCode: 0,
        stdout: `${await collectNotices()}\n`,
        stderr: '',
      })
    },
    timeoutMs,
  )

  test(
    'ignores settings of another program in the folder it is started in',
    async () => {
      const folder = await makeFolder('foreign')
      await Bun.write(join(folder, '.env'), 'PORT=1\nAPP_SECRET=evil\nDATA_DIR=/nonexistent\n')
      await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./preload.ts"]\n')
      await Bun.write(join(folder, 'preload.ts'), 'process.exit(42)\n')
      expect(await live(folder, command)).toEqual(wholeLife)
      // A secret of its own, in the folder of its default.
      expect(existsSync(join(folder, 'data/secret'))).toBe(true)
    },
    timeoutMs,
  )

  test.skipIf(!canConfine)(
    'works as nobody, without a network and with a /tmp it cannot write',
    async () => {
      const folder = await makeFolder('confined')
      const inside = [...confined, confine, 'sh']
      expect(await live(folder, [...asNobody, ...command], inside)).toEqual(wholeLife)
    },
    timeoutMs,
  )

  test(
    'says in one sentence that it cannot write its folder',
    async () => {
      const dataDir = join(base, 'closed')
      await mkdir(dataDir, { mode: 0o555 })
      const refused = await run(['--port', '0', '--data-dir', dataDir], asNobody)
      expect(refused.exitCode).toBe(1)
      expect(refused.stderr.trim().split('\n')).toHaveLength(1)
      expect(refused.stderr).toContain(dataDir)
    },
    timeoutMs,
  )
})

/** An empty working folder that anybody may write. */
async function makeFolder(name: string): Promise<string> {
  const folder = join(base, name)
  await mkdir(folder)
  await chmod(folder, 0o777)
  return folder
}

/** Lets the driver lead the executable through its life; `inside` is a prefix for both. */
async function live(folder: string, lived: string[], inside: string[] = []): Promise<Life> {
  const driver = [process.execPath, join(import.meta.dir, 'support/smoke.ts'), folder, ...lived]
  const { stdout, stderr } = await runProgram([...inside, ...driver])
  const lastLine = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    return JSON.parse(lastLine)
  } catch {
    throw new Error(`${stdout}\n${stderr}`)
  }
}

const run = (args: string[], before: string[] = []) => runProgram([...before, ...command, ...args])

async function runProgram(program: string[]) {
  const child = Bun.spawn(program, { cwd: base, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { exitCode, stdout, stderr }
}

function succeeds(program: string[]): boolean {
  return Bun.which(program[0] as string) !== null && Bun.spawnSync(program).exitCode === 0
}
