import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The code speaks the words of its field: functions are verbs, types say what they are, comments say
// plainly what is the case. These words were once used here for what has a better one.

const root = join(import.meta.dir, '..')

/** Names, with what the thing is called. */
const names: Record<string, string> = {
  Filer: 'journal applier',
  catchUp: 'read barrier',
  patience: 'readBarrierTimeoutMs, or how long is waited',
  gather: 'group commit',
  gathered: 'group commit',
  storedThrough: 'applied or durable sequence number',
  wantedThrough: 'applied or durable sequence number',
  tidy: 'collect garbage',
  setAside: 'dead letter',
  distrust: 'evict',
  remember: 'cache',
  forget: 'clear',
  Trail: 'session history',
  Pointers: 'predecessor columns',
  isHandy: 'isCacheable',
  hitsPerTurn: 'yieldEvery',
  answerRequests: 'yieldToEventLoop',
  recall: 'cached',
  noteWrites: 'invalidate',
  isOlder: 'isStale',
  Gate: 'semaphore',
  wholeAt: 'theoretical arrival time',
  roomOf: 'bucket',
  findings: 'validation errors',
  demand: 'requireParam',
  makeRoom: 'evict',
  findSubject: 'reauthorize',
  isSteady: 'keepsWholeSessions',
  rowsBeyondFirst: 'countRepeats',
  isTold: 'isAnswerableFromEventData',
  Asking: 'ScopeInput',
  Tested: 'Predicate',
  checkShown: 'assertDimensionVisible',
  isNarrowed: 'hasOtherFilters',
  contrary: 'negation',
  isContrary: 'isNegation',
  furtherOperations: 'named after what they are',
  oddRoutes: 'raw routes',
  Asked: 'named after what it is',
  Told: 'named after what it is',
  Kept: 'named after what it is',
  Given: 'named after what it is',
  Learning: 'session index',
  Lottery: 'weighted sampler',
  tickets: 'weights',
  rhythm: 'traffic profile',
  story: 'scenario data',
  harmful: 'hostile strings',
  Shown: 'AsyncView',
  Recorded: 'UserText',
  Guard: 'ErrorBoundary',
  usePlace: 'usePageLocation',
  useSource: 'useTarget',
}

/** Words of comments, titles of tests, documents and parts of names, with what to say instead. */
const prose: Record<string, string> = {
  beside: 'with, next to, besides, in addition to',
  anew: 'again, or a verb with re-',
  whoever: 'those who, or the passive voice',
  ...byForms(['hear', 'hears', 'heard'], 'get, or the answer is'),
  ...byForms(['tell', 'tells', 'telling', 'told'], 'say, show, answer, send, identify'),
  ...byForms(['stand', 'stands', 'standing', 'stood'], 'be, be stored, stop; `stand for` is fine'),
  somebody: 'the visitor, the user, another person',
  meanwhile: 'until then, since then',
  contrary: 'negation',
  ...byForms(['story', 'stories'], 'scenario, or what happened'),
  ...byForms(['tidy', 'tidied'], 'collect garbage, clean up'),
  patience: 'timeout',
  rhythm: 'traffic profile',
  lottery: 'weighted sampler',
  harmful: 'hostile',
}

function byForms(forms: readonly string[], better: string): Record<string, string> {
  return Object.fromEntries(forms.map((form) => [form, better]))
}

/** Nouns in Of that are no functions of ours. */
const known = new Set(['indexOf', 'lastIndexOf', 'anyOf', 'oneOf', 'isOneOf', 'ValueOf'])
known.add('supportedValuesOf')

const sources = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .filter((name) => name !== 'test/words.test.ts'),
)
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

/** The text without what stands in quotes, where anything may be said. */
const withoutStrings = (text: string): string =>
  text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")

const comments = (text: string): string[] =>
  [...text.matchAll(/(?:^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map(([comment]) => comment)

test('functions are verbs, and no old name came back', () => {
  const found = sources.flatMap((name) => {
    const code = withoutStrings(read(name).replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g, ' '))
    const words = new Set(code.match(/\b[A-Za-z]\w*\b/g))
    return [...words]
      .filter((word) => Object.hasOwn(names, word) || (/[a-z]Of$/.test(word) && !known.has(word)))
      .map((word) => `${name}: ${word}, better: ${names[word] ?? 'a verb'}`)
  })
  expect(found).toEqual([])
})

/** The words of a text that are to be replaced, with what to say instead. */
const findProse = (name: string, text: string): string[] =>
  (text.replace(/\bst(?:ands?|ood)\s+(?:\/\/\s+|\*\s+)?for\b/gi, '').match(/\b[a-z]+\b/gi) ?? [])
    .filter((word) => Object.hasOwn(prose, word.toLowerCase()))
    .map((word) => `${name}: ${word}, better: ${prose[word.toLowerCase()]}`)

test('comments are plain', () => {
  expect(sources.flatMap((name) => findProse(name, comments(read(name)).join('\n')))).toEqual([])
})

/** Titles of tests and of their groups, those of tables too: `test.each([…])('title', …)`. */
const titles = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*('(?:[^'\\\n]|\\.)*'|`[^`]*`)/g)].map(
    ([, title]) => title as string,
  )

test('titles of tests are plain', () => {
  const tests = sources.filter((name) => name.endsWith('.test.ts'))
  expect(titles(read('test/structure.test.ts'))).toContain("'imports are found'")
  expect(tests.flatMap((name) => findProse(name, titles(read(name)).join('\n')))).toEqual([])
})

test('documents are plain', () => {
  const documents = ['.', '.github', 'src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules')),
  )
  expect(documents).toContain('README.md')
  expect(documents.flatMap((name) => findProse(name, read(name)))).toEqual([])
})

/** Texts in quotes, of a line each. */
const strings = (text: string): string[] =>
  text.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g) ?? []

test('messages are plain: those of the page, the API and its document, and commands', () => {
  // Those of other languages have words of their own.
  const product = sources.filter(
    (name) => name.startsWith('src/') && !/messages\/(?!en)/.test(name),
  )
  const found = product.flatMap((name) => {
    const code = read(name).replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g, ' ')
    return findProse(name, strings(code).join('\n'))
  })
  expect(found).toEqual([])
})

test('parts of names are plain', () => {
  const found = sources.flatMap((name) => {
    const code = withoutStrings(read(name).replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g, ' '))
    const parts = code.replace(/`[^`]*`/g, '').match(/[A-Z]?[a-z]+/g) ?? []
    return findProse(name, [...new Set(parts)].join(' '))
  })
  expect(found).toEqual([])
})
