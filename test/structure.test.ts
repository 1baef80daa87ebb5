import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// Imports of values point downwards: main → cli → server, app → features → http → access → db → the rest.
// Types may be imported from anywhere, since they are gone when the program runs.

const src = join(import.meta.dir, '../src')

const layers = [
  ['main'],
  ['cli'],
  ['server'],
  ['app'],
  // Features: every folder and file that stands in no other layer.
  [],
  ['http'],
  ['access'],
  ['db'],
  ['time', 'identity'],
  ['errors', 'config', 'log', 'version', 'lib'],
]
const features = layers.findIndex((parts) => parts.length === 0)

interface Arrow {
  from: string
  to: string
}

/** Imports of values between our own files, as paths below src. */
function toArrows(file: string): Arrow[] {
  const text = readFileSync(file, 'utf8')
  const imports = text.matchAll(
    /^(?:import|export)\s(?!type\s)([^;'"]*?)from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
  )
  return [...imports]
    .filter(([, names = '']) => !isTypesOnly(names))
    .map(([, , path, lazyPath]) => ({
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

/** The folder, or the file's name when it stands in src itself. */
const toPart = (path: string): string => (path.split('/')[0] as string).replace(/\.tsx?$/, '')

function toLayer(path: string): number {
  const layer = layers.findIndex((parts) => parts.includes(toPart(path)))
  return layer < 0 ? features : layer
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const arrows = files.flatMap((name) => toArrows(join(src, name)))
const told = ({ from, to }: Arrow) => `${from} → ${to}`

test('there are arrows to look at', () => {
  expect(arrows.map(told)).toContain('main.ts → cli/commands.ts')
  expect(arrows.length).toBeGreaterThan(files.length)
})

test('no import of a value points upwards', () => {
  const upwards = arrows.filter(({ from, to }) => toLayer(to) < toLayer(from))
  expect(upwards.map(told)).toEqual([])
})

test('collection and statistics share nothing', () => {
  const between = arrows.filter(({ from, to }) =>
    ['collect→stats', 'stats→collect'].includes(`${toPart(from)}→${toPart(to)}`),
  )
  expect(between.map(told)).toEqual([])
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
    for (const { from, to } of arrows) if (from === name) reached.add(to)
  }
  const server = ['app', 'server', 'cli', 'main', 'http', 'db', 'collect', 'stats', 'jobs']
  expect([...reached].filter((name) => server.includes(toPart(name)))).toEqual([])

  const uses = arrows.filter(
    ({ from, to }) => toPart(to) === folder && toPart(from) !== folder && !serving.includes(to),
  )
  expect(uses.map(told)).toEqual([])
})
