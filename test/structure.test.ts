import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import timings from './timings.json'

// Every import points downwards in this order, those of types too; so there are no circles. What
// several features need is below them, what knows several of them is above.

const src = join(import.meta.dir, '../src')

const order = [
  ['main'],
  ['cli'],
  ['server'],
  ['app', 'accounts', 'dashboard'],
  ['shares', 'stats', 'teams'],
  [
    'api-keys',
    'annotations',
    'demo',
    'doctor',
    'instance',
    'jobs',
    'links',
    'openapi',
    'pixels',
    'saved-reports',
    'segments',
    'sign-in',
    'tracker',
  ],
  ['backup'],
  ['boards', 'collect', 'users', 'websites'],
  ['targets'],
  ['http'],
  ['access'],
  ['visits'],
  ['config', 'db', 'identity'],
  ['time'],
  ['errors', 'lib', 'log', 'version'],
]

interface Arrow {
  from: string
  to: string
  /** Nothing of it is left when the program runs. */
  isOfTypes: boolean
}

/** Imports between our own files, as paths below src. */
function toArrows(file: string): Arrow[] {
  const text = readFileSync(file, 'utf8')
  const imports = text.matchAll(
    /^(?:import|export)\s([^;'"]*?)from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
  )
  return [...imports]
    .map(([, names = '', path, lazyPath]) => ({
      isOfTypes: /^type\s/.test(names) || isTypesOnly(names),
      from: relative(src, file),
      to: relative(src, join(dirname(file), (path ?? lazyPath) as string)),
    }))
    .filter(({ to }) => !to.startsWith('..'))
}

/** `{ type A, type B }` */
function isTypesOnly(names: string): boolean {
  const listed = /^\{([^}]*)\}\s*$/.exec(names.trim())?.[1]?.split(',') ?? []
  const given = listed.map((name) => name.trim()).filter((name) => name !== '')
  return given.length > 0 && given.every((name) => name.startsWith('type '))
}

/** The folder, or the file's name when it is in src itself. */
const toPart = (path: string): string => (path.split('/')[0] as string).replace(/\.tsx?$/, '')

const toLayer = (path: string): number => order.findIndex((parts) => parts.includes(toPart(path)))

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const arrows = files.flatMap((name) => toArrows(join(src, name)))
const describeArrow = ({ from, to }: Arrow) => `${from} → ${to}`

test('imports are found', () => {
  expect(arrows.map(describeArrow)).toContain('main.ts → cli/commands.ts')
  expect(arrows.length).toBeGreaterThan(files.length)
})

test('every part of src has its place in the order', () => {
  const parts = new Set(files.filter((name) => !name.endsWith('.d.ts')).map(toPart))
  expect([...parts].toSorted()).toEqual(order.flat().toSorted())
})

test('every import points downwards', () => {
  const others = arrows.filter(
    ({ from, to }) => toPart(from) !== toPart(to) && toLayer(to) <= toLayer(from),
  )
  expect(others.map(describeArrow)).toEqual([])
})

test('collection and statistics share nothing', () => {
  const between = arrows.filter(({ from, to }) =>
    ['collect→stats', 'stats→collect'].includes(`${toPart(from)}→${toPart(to)}`),
  )
  expect(between.map(describeArrow)).toEqual([])
})

test('statistics read the table of sessions in one place, which masks it', () => {
  const reading = files.filter(
    (name) =>
      toPart(name) === 'stats' &&
      /\b(from|join) session\b/.test(readFileSync(join(src, name), 'utf8')),
  )
  expect(reading).toEqual(['stats/query/people.ts'])
})

test('time is plain code, which page and server share', () => {
  const outside = files.filter(
    (name) =>
      toPart(name) === 'time' && /\bfrom '(?!\.\/)/.test(readFileSync(join(src, name), 'utf8')),
  )
  expect(outside).toEqual([])
})

test.each(['dashboard', 'tracker'])('%s takes nothing from the server but plain data', (folder) => {
  // These two are the server's side of it.
  const serving = [`${folder}/routes.ts`, `${folder}/bundle.ts`]
  const reached = new Set(
    files.filter((name) => toPart(name) === folder && !serving.includes(name)),
  )
  for (const name of reached) {
    for (const { from, to, isOfTypes } of arrows) {
      if (from === name && !isOfTypes) reached.add(to)
    }
  }
  const server = ['app', 'server', 'cli', 'main', 'http', 'db', 'collect', 'stats', 'jobs']
  expect([...reached].filter((name) => server.includes(toPart(name)))).toEqual([])

  const uses = arrows.filter(
    ({ from, to }) => toPart(to) === folder && toPart(from) !== folder && !serving.includes(to),
  )
  expect(uses.map(describeArrow)).toEqual([])
})

/** Every folder that has folders in it. */
const parents = [
  ...new Set(files.map((name) => dirname(dirname(name))).filter((folder) => folder !== '.')),
].flatMap((folder) => folder.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/')))

test('folders with folders in them are found', () => {
  expect(parents).toContain('stats')
  expect(parents).toContain('dashboard/components')
})

test.each([...new Set(parents)].toSorted())(
  'the parts of %s import each other in no circle',
  (folder) => {
    const isInside = (path: string) => path.startsWith(`${folder}/`)
    // A file of the folder's own is a part by itself.
    const toInnerPart = (path: string) => path.slice(folder.length + 1).split('/')[0] as string
    const uses = new Map<string, Set<string>>()
    for (const { from, to } of arrows.filter(
      (arrow) => isInside(arrow.from) && isInside(arrow.to),
    )) {
      const [user, used] = [toInnerPart(from), toInnerPart(to)]
      if (user !== used) uses.set(user, (uses.get(user) ?? new Set()).add(used))
    }
    // What uses nothing, or only what was taken out before, is in no circle.
    let taken = true
    while (taken) {
      taken = false
      for (const [user, used] of uses) {
        if ([...used].some((part) => uses.has(part))) continue
        uses.delete(user)
        taken = true
      }
    }
    expect([...uses].map(([user, used]) => `${user} → ${[...used].join(', ')}`)).toEqual([])
  },
)

const maxFilesPerFolder = 15

test('a folder has at most 15 files', () => {
  const counts = new Map<string, number>()
  for (const root of ['../src', '.']) {
    const tree = join(import.meta.dir, root)
    for (const name of readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
      if (name.includes('node_modules') || !/\.\w+$/.test(name)) continue
      const folder = join(tree, dirname(name))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  const full = [...counts].filter(([, count]) => count > maxFilesPerFolder)
  expect(full.map(([folder, count]) => `${relative(src, folder)}: ${count}`)).toEqual([])
})

test('tests are in the folders of what they test', () => {
  // Tests of several parts together.
  const others = ['browser', 'browser/frameworks', 'contract', 'dashboard/every-page', 'stats/twin']
  const folders = readdirSync(import.meta.dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => dirname(name))
  const wrong = new Set(folders.filter((folder) => !existsSync(join(src, folder))))
  expect([...wrong].toSorted()).toEqual(others)
})

test('the durations of tests are those of files that exist', () => {
  const names = Object.keys(timings.files)
  expect(names.filter((name) => !existsSync(join(src, '..', name)))).toEqual([])
})
