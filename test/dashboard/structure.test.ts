import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { sections } from '../../src/access/sections.ts'
import { targetPages } from '../../src/dashboard/pages.tsx'
import { hasSection } from '../../src/dashboard/state/target.ts'

// Imports point downwards, those of types too: main → shell → table of pages → pages by subject →
// components → filters → text → state → time; those that are loaded when a page is opened, too.

const dashboard = join(import.meta.dir, '../../src/dashboard')

const layers = [
  ['main', 'routes'],
  ['bundle', 'shell'],
  ['pages'],
  // Pages by subject: every folder that no other layer names.
  [],
  ['page'],
  ['components'],
  ['filters'],
  ['text', 'theme'],
  ['messages', 'state'],
  ['time'],
]
const subjects = layers.findIndex((parts) => parts.length === 0)

interface Arrow {
  from: string
  to: string
}

/** Imports between the dashboard's own files, as paths below its folder. */
function toArrows(name: string): Arrow[] {
  const file = join(dashboard, name)
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s[^;'"]*?from '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
  )
  return [...imports]
    .map(([, path, plainPath, lazyPath]) => ({
      from: name,
      to: relative(dashboard, join(dirname(file), (path ?? plainPath ?? lazyPath) as string)),
    }))
    .filter(({ to }) => !to.startsWith('..'))
}

/** The folder, or the file's name when it lies in src/dashboard itself. */
const toPart = (path: string): string => (path.split('/')[0] as string).replace(/\.tsx?$/, '')

/** The folder that holds a file, also one within another; the file itself when it lies in src/dashboard. */
const toFolder = (path: string): string => (dirname(path) === '.' ? path : dirname(path))

function toLayer(path: string): number {
  const layer = layers.findIndex((parts) => parts.includes(toPart(path)))
  return layer < 0 ? subjects : layer
}

/** The parts in a circle, and those that lead into one; empty without circles. */
function findCircle(edges: readonly Arrow[]): string[] {
  const open = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (from !== to) open.set(from, (open.get(from) ?? new Set()).add(to))
  }
  // What imports nothing that is left is in no circle.
  for (;;) {
    const done = [...open].filter(([, targets]) => [...targets].every((one) => !open.has(one)))
    if (done.length === 0) return [...open.keys()].sort()
    for (const [name] of done) open.delete(name)
  }
}

const files = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const arrows = files.flatMap(toArrows)
const toText = ({ from, to }: Arrow) => `${from} → ${to}`

test('imports are found', () => {
  expect(arrows.map(toText)).toContain('main.tsx → shell/root.tsx')
  expect(arrows.length).toBeGreaterThan(files.length)
})

test('no import points upwards', () => {
  const upwards = arrows.filter(({ from, to }) => toLayer(to) < toLayer(from))
  expect(upwards.map(toText)).toEqual([])
})

test('circles are found', () => {
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'b' },
    { from: 'c', to: 'd' },
  ]
  expect(findCircle(edges)).toEqual(['a', 'b', 'c'])
  expect(findCircle(edges.filter(({ from }) => from !== 'c'))).toEqual([])
})

test('no folders import each other', () => {
  const edges = arrows.map(({ from, to }) => ({ from: toFolder(from), to: toFolder(to) }))
  expect(findCircle(edges)).toEqual([])
})

test('no files import each other', () => {
  expect(findCircle(arrows)).toEqual([])
})

test('only the shell knows the table of pages', () => {
  const users = arrows.filter(({ to }) => to === 'pages.tsx')
  expect([...new Set(users.map(({ from }) => toPart(from)))]).toEqual(['shell'])
})

test('a folder has at most 15 files of its own', () => {
  const names = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
  const byFolder = Map.groupBy(
    names.filter((name) => /\.\w+$/.test(name)),
    (name) => dirname(name),
  )
  const crowded = [...byFolder].filter(([, own]) => own.length > 15).map(([folder]) => folder)
  expect(crowded).toEqual([])
})

test('a file has at most 300 lines, but for messages', () => {
  const long = files.filter(
    (name) =>
      toPart(name) !== 'messages' &&
      readFileSync(join(dashboard, name), 'utf8').split('\n').length > 301,
  )
  expect(long).toEqual([])
})

test('targets have the sections that have a page', () => {
  const websiteSections = sections.filter((section) => hasSection('website', section))
  const withPage = sections.filter((section) =>
    targetPages.some((page) => page.section === section),
  )
  expect(websiteSections).toEqual(withPage)
})
