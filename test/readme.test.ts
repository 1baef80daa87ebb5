import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json'
import { commands } from '../src/cli/commands.ts'
import { describeCommands } from '../src/cli/help.ts'
import { settings } from '../src/config/settings.ts'

const root = join(import.meta.dir, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The rows of the table under a heading, as cells. */
function tableUnder(heading: string): string[][] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``)

test('the table of settings is the one the program reads', () => {
  expect(tableUnder('Settings')).toEqual(
    Object.values(settings).map(({ variable, default: fallback, help }) => [
      code(variable),
      code(fallback ?? ''),
      help,
    ]),
  )
})

test('the table of commands is the one the program runs', () => {
  expect(tableUnder('Commands').slice(0, -2)).toEqual(
    describeCommands(commands).map(({ usage, help }) => [code(`footfall ${usage}`), help]),
  )
})

/** All files and folders of the repository, as paths from its root. */
function listPaths(): string[] {
  const folders = ['.ci', '.github', 'migrations', 'src', 'test']
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  return [...readdirSync(root), ...below].filter((path) => !path.includes('node_modules'))
}

/** Texts in backquotes and targets of links that name a file, or a path from the root. */
function namedPaths(markdown: string): string[] {
  const quoted = [...markdown.matchAll(/`([\w.][\w.-]*(?:\/[\w.-]+)*)\/?`/g)]
    .map(([, path]) => path as string)
    .filter((path) => /\.(tsx?|md|css|html|lua)$|^(src|test|migrations|\.ci|\.github)\//.test(path))
  const linked = [...markdown.matchAll(/\]\(([\w./-]+)\)|\bsrc="(\.[^"]+)"/g)]
  return [...quoted, ...linked.map(([, link, picture]) => (link ?? picture) as string)]
}

test('files and folders that documents name are there', () => {
  const paths = listPaths()
  const documents = paths.filter((path) => path.endsWith('.md'))
  expect(documents).toContain('src/dashboard/README.md')
  const missing = documents.flatMap((document) =>
    namedPaths(readFileSync(join(root, document), 'utf8'))
      // A document may name a path from its own folder.
      .filter((named) => !paths.some((path) => path === named || path.endsWith(`/${named}`)))
      .map((named) => `${document}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('scripts and folders that it names are there', () => {
  const scripts = [...readme.matchAll(/(?:^|`)npm (?:run )?([\w:]+)/gm)].map(
    ([, name]) => name as string,
  )
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([])
  const folders = [...readme.matchAll(/`src\/(\w+)`/g)].map(([, name]) => name as string)
  const present = readdirSync(join(root, 'src'))
  expect(folders.filter((name) => !present.includes(name))).toEqual([])
  expect(folders).toContain('collect')
})

test('the guide for contributors has every folder of the sources', () => {
  const guide = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8')
  const rows = guide.split('\n').filter((line) => line.startsWith('| `src/'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] as string).matchAll(/`(?:src\/)?([\w-]+)`/g)].map(
      ([, name]) => name as string,
    ),
  )
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(named.toSorted()).toEqual(folders.toSorted())
})
