// Licences of everything that the executable carries. The build replaces this module by its text.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** Licences that allow distribution within a program under MIT, if their texts go with it. */
const knownLicenses = [
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]

/** Development packages of which the build puts something into the executable. */
const carriedPackages = ['bun', 'iso-3166', 'topojson-client', 'world-atlas']

/** What is in packages whose names do not say it. */
const contents: Record<string, string> = {
  '@duckdb/node-bindings': "with DuckDB's library",
  '@ip-location-db/geo-whois-asn-country-mmdb': 'countries of addresses',
  bun: 'the runtime, and what it is linked with',
  'iso-3166': 'codes and names of regions',
  'world-atlas': 'the map of the world, from Natural Earth',
}

interface Package {
  name: string
  version: string
  /** SPDX identifier. */
  license: string
  author?: string | { name: string }
  homepage?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * The text of all notices: each package with its version, licence and the licence's text, by name.
 * Throws an Error that names a package whose licence is not known to allow distribution.
 */
export const collectNotices = async (): Promise<string> => {
  const { name, version } = readPackage(root)
  const notices = listPackages().map(writeNotice)
  return [
    `${name} ${version} carries the following packages and data, each under the licence that follows its name.`,
    ...notices,
  ].join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** What the server depends on, directly or not, and what the build adds; with their folders. */
function listPackages(): (Package & { folder: string })[] {
  const { dependencies = {}, devDependencies = {} } = readPackage(root)
  const found = new Map<string, Package & { folder: string }>()
  const add = (name: string, from: string, isOptional: boolean) => {
    const folder = findFolder(name, from)
    if (folder === null && isOptional) return
    if (folder === null) throw new Error(`The package ${name} is not installed.`)
    if (found.has(folder)) return
    const described = readPackage(folder)
    found.set(folder, { ...described, folder })
    for (const each of Object.keys(described.dependencies ?? {})) add(each, folder, false)
    for (const each of Object.keys(described.peerDependencies ?? {})) {
      // Types and tools that a package works together with are in no program.
      if (!(each in devDependencies)) add(each, folder, true)
    }
  }
  for (const name of Object.keys(dependencies)) add(name, root, false)
  for (const name of carriedPackages) {
    const folder = join(root, 'node_modules', name)
    found.set(folder, { ...readPackage(folder), folder })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const readPackage = (folder: string): Package & { devDependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The installed folder of a package for who imports it from `from`, or `null`. */
function findFolder(name: string, from: string): string | null {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === root ? null : findFolder(name, dirname(from))
}

function writeNotice(described: Package & { folder: string }): string {
  const { name, version, license, homepage } = described
  const content = Object.hasOwn(contents, name) ? `, ${contents[name]}` : ''
  const head = `${name} ${version} (${checkLicense(described)})${content}`
  return [homepage ? `${head}\n${homepage}` : head, ...readTexts(described, license)].join('\n\n')
}

/** The licence of a package. Throws when it is not known to allow distribution. */
export function checkLicense({ name, license }: Pick<Package, 'name' | 'license'>): string {
  if (knownLicenses.includes(license)) return license
  throw new Error(
    `The licence of ${name} is ${JSON.stringify(license)}. Leave the package out, or add the ` +
      'licence to those known in src/cli/notices.ts when it allows distribution.',
  )
}

const textFile = /^(un)?licen[cs]e|^copying|^notice|_licen[cs]e/i

/** The texts that a package brings, or that of its licence. */
function readTexts({ name, folder, author }: Package & { folder: string }, license: string) {
  // The runtime's package has no text; its documentation lists what it is linked with.
  const from = name === 'bun' ? join(root, 'node_modules/bun-types/docs/project') : folder
  const names = readdirSync(from).filter((file) => textFile.test(file))
  const texts = names.sort().map((file) => readFileSync(join(from, file), 'utf8').trim())
  if (name === 'bun') return [writeMit('Oven'), ...texts]
  if (texts.length > 0) return texts
  const holder = typeof author === 'string' ? author : author?.name
  if (license !== 'MIT' || !holder) throw new Error(`${name} has no text of its licence.`)
  return [writeMit(holder)]
}

const writeMit = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
