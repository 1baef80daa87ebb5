import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { checkLicense, collectNotices } from '../../src/cli/notices.ts'
import { runFootfall } from '../support/process.ts'

setDefaultTimeout(60_000)

const root = join(import.meta.dir, '../..')
const notices = await collectNotices()

/** Names and versions of packages that have a notice, with their licences. */
const listed = notices
  .split(/^-{80}$/m)
  .slice(1)
  .map((notice) => (notice.trim().split('\n')[0] as string).replace(/\).*/, ')'))
const hasNotice = (name: string) => listed.some((line) => line.startsWith(`${name} `))

test('every dependency has a notice, in its version', () => {
  for (const [name, version] of Object.entries(packageJson.dependencies)) {
    expect(listed.filter((line) => line.startsWith(`${name} ${version} (`))).toHaveLength(1)
  }
})

test.each([
  ['src/main.ts', 'bun'],
  ['src/dashboard/main.tsx', 'browser'],
  ['src/tracker/tracker.ts', 'browser'],
] as const)('everything that the bundle of %s takes in has a notice', async (entry, target) => {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, entry)],
    target,
    metafile: true,
    splitting: true,
    external: ['*.node'],
  })
  const packages = Object.keys(metafile?.inputs ?? {}).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  )
  expect([...new Set(packages)].filter((name) => !hasNotice(name))).toEqual([])
  if (entry === 'src/main.ts') expect(packages).toContain('elysia')
})

test('data, the runtime and the event database have notices', () => {
  for (const name of ['bun', 'world-atlas', 'iso-3166', '@duckdb/node-bindings']) {
    expect([name, hasNotice(name)]).toEqual([name, true])
  }
  expect(notices).toContain('Stichting DuckDB Foundation')
  expect(notices).toContain('Number Resource Organization')
  expect(notices).toContain('JavaScriptCore')
})

test('a package of the tests has none', () => {
  expect(hasNotice('axe-core')).toBe(false)
  expect(hasNotice('typescript')).toBe(false)
})

test('an unknown licence is refused by the name of the package', () => {
  expect(() => checkLicense({ name: 'secretive', license: 'AGPL-3.0' })).toThrow(
    'The licence of secretive is "AGPL-3.0".',
  )
  expect(checkLicense({ name: 'open', license: 'MIT' })).toBe('MIT')
})

test('footfall licenses prints them all and takes nothing else', async () => {
  expect(await runFootfall(['licenses'])).toEqual({
    exitCode: 0,
    stdout: `${notices}\n`,
    stderr: '',
  })
  expect(await runFootfall(['licenses', 'all'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'footfall: unknown option "all"\nSee footfall --help.\n',
  })
})
