// What .github/release refuses and what .ci/run prints last. Programs that take long are replaced by texts.

import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

setDefaultTimeout(60_000)

const root = join(import.meta.dir, '..')
const base = await mkdtemp(join(tmpdir(), 'footfall-scripts-'))
afterAll(() => rm(base, { recursive: true }))
let folder = ''
let count = 0
beforeEach(() => {
  folder = join(base, String(++count))
})

/** Makes a program; scripts find one in `bin` before the real one. */
async function install(path: string, script: string): Promise<void> {
  await Bun.write(join(folder, path), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, path), 0o755)
}

/** Runs a copy of a script of this repository. */
async function run(script: string, ...args: string[]) {
  await cp(join(root, script), join(folder, script))
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(folder, script), ...args], {
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  })
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

describe('.github/release', () => {
  async function release(tag: string, changelog: string) {
    await install('bin/npm', 'echo "asked for npm $*"; exit 7')
    await Bun.write(join(folder, 'package.json'), '{\n  "name": "x",\n  "version": "1.2.3",\n}\n')
    await Bun.write(join(folder, 'CHANGELOG.md'), changelog)
    return run('.github/release', tag)
  }
  const goesOn = { exitCode: 7, stdout: 'asked for npm run setup\n', stderr: '' }
  const refused = (sentence: string) => ({ exitCode: 1, stdout: '', stderr: `${sentence}\n` })
  const before = '# Changelog\n\n## [Unreleased]\n\n- Later.\n\n'

  test.each([
    ['## 1.2.3 - 2026-01-31', goesOn],
    ['## [1.2.3] - 2026-01-31', goesOn],
    ['## 1.2.3', goesOn],
    [
      '## [Unreleased] 1.2.3',
      refused('CHANGELOG.md says "## [Unreleased] 1.2.3": give the section its date instead.'),
    ],
    ['## 1.2.30 - 2026-01-31', refused('CHANGELOG.md has no section for 1.2.3.')],
  ])('the section of the changelog under %j', async (heading, outcome) => {
    expect(await release('v1.2.3', `${before}${heading}\n\n- First.\n`)).toEqual(outcome)
  })

  test('a tag of another version is refused', async () => {
    expect(await release('v1.2.4', '## 1.2.4\n\n- First.\n')).toEqual(
      refused('The tag is v1.2.4, but package.json says 1.2.3.'),
    )
  })
})

test('the container image copies what the build makes, and runs without rights', async () => {
  const lines = (await Bun.file(join(root, '.ci/Dockerfile')).text()).split('\n')
  const ignored = await Bun.file(join(root, '.ci/Dockerfile.dockerignore')).text()
  const executable = /^ARG EXECUTABLE=(.+)$/.exec(
    lines.find((line) => /^ARG/.test(line)) ?? '',
  )?.[1]
  expect(executable).toBe('dist/footfall')
  expect(await Bun.file(join(root, 'build.ts')).text()).toContain('Builds dist/footfall')
  expect(ignored).toBe('*\n!dist\n')
  const user = lines.findLastIndex((line) => /^USER [1-9]\d*$/.test(line))
  expect(user).toBeGreaterThan(lines.findLastIndex((line) => /^(RUN|COPY)\b/.test(line)))
  expect(lines.slice(user).join('\n')).toContain('ENTRYPOINT ["footfall"]')
})

describe('.ci/run ends with the sum of all', () => {
  const ci = async (tests: string) => {
    await install('bin/dpkg-query', 'for package in 1 2 3 4 5 6 7 8; do echo installed; done')
    await install('bin/npm', `case "$1 $2" in "test "* | "run test:page") ${tests} ;; esac`)
    await install('node_modules/.bin/bun', 'true')
    await Bun.write(join(folder, 'test/browser/frameworks/package.json'), '{}')
    const { exitCode, stdout } = await run('.ci/run')
    return { exitCode, sum: stdout.trimEnd().split('\n').at(-1) }
  }

  // Four checks, and three runs of tests.
  test('passed and skipped tests', async () => {
    const tests = "printf ' 30 pass\\n 2 skip\\n 0 fail\\n'"
    expect(await ci(tests)).toEqual({ exitCode: 0, sum: '94 passed, 0 failed, 6 skipped' })
  })

  test('a failed test', async () => {
    const tests = "printf ' 3 pass\\n 1 fail\\n'; false"
    expect(await ci(tests)).toEqual({ exitCode: 1, sum: '13 passed, 3 failed, 0 skipped' })
  })

  test('a run that breaks off', async () => {
    expect(await ci('exit 3')).toEqual({ exitCode: 1, sum: '4 passed, 3 failed, 0 skipped' })
  })
})
