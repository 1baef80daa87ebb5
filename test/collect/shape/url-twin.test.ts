// The short way to take an address apart, compared with the URL standard on random and hostile ones.
// A failure names its seed: URL_SEED=… bun test test/collect/shape/url-twin.test.ts repeats it.

import { describe, expect, test } from 'bun:test'
import {
  isAddress,
  readParsedParts,
  readPlainParts,
  toBase,
} from '../../../src/collect/shape/url.ts'
import { openRandom, type Random } from '../../stats/twin/data/random.ts'

const asked = process.env.URL_SEED
const seeds = asked ? [Number(asked)] : [1, Math.floor(Math.random() * 2 ** 31)]
const perSeed = 60_000

const hostnames = [
  null,
  'shop.example',
  'www.shop.example',
  'SHOP.example:8443',
  'bücher.example',
  '127.0.0.1',
  '[2001:db8::1]',
  'shop.example/below?x#y',
  'shop.example/below/',
  'user@shop.example',
  'not a host',
  '',
]

const schemes = ['https://', 'http://', 'HTTPS://', 'https:/', 'https:', '//', '', '', '']
const labels = [
  'a',
  'shop',
  'www',
  'example',
  'com',
  '1',
  '127',
  '0x7f',
  '0',
  '08',
  'x0',
  'a1',
  '1a',
  'a-b',
  'a--b',
  '-a',
  'a-',
  'xn--bcher-kva',
  'xn--a',
  'xn',
  'a_b',
  'A',
  'bücher',
  'ß',
  'K',
  'e\u0301',
  '\u00ad',
  'a'.repeat(64),
  '',
  '%41',
  '*',
]
const ports = ['', '', '', ':80', ':443', ':8080', ':', ':99999', ':x']
const segments = [
  'a',
  'blog',
  '2026',
  '.',
  '..',
  '...',
  '.well-known',
  'a.b',
  '%2e',
  '%2E%2e',
  '.%2e',
  '%20',
  '%zz',
  '%',
  'é',
  '\ud800',
  'a b',
  'C:',
  'C|',
  'a:b',
  'a@b',
  "it's",
  'a;b=c,d',
  '(x)',
  '[x]',
  '{x}',
  '~x!$&*+=',
  '|',
  '^',
  '`',
  '"',
  '<b>',
  '\\',
  '\t',
  '\n',
  '\0',
  '',
]
const queries = [
  '',
  '?',
  '?a=1',
  '?a=1&b=%20',
  '?a=b c',
  "?a='b'",
  '?a=é',
  '?a=[1]',
  '?a?b',
  '?/..',
]
const hashes = ['', '#', '#top', '#/route/..', '#a?b', '#a#b', '#a b', '#é', '#%', '#"x"', '#`']
const characters = [...'/\\?#%:@.-_ \t\n\r\0|[]{}<>^`\'"~!$&*()+,;=azAZ09é\u3002\uff0e\u200b\ud800']

const some = (random: Random, limit: number, pieces: readonly string[], between: string): string =>
  Array.from({ length: random.below(limit + 1) }, () => random.pick(pieces)).join(between)

/** Mostly what pages send, now and then what nobody would. */
function toAddress(random: Random): string {
  const isOdd = random.isLucky(0.5)
  const from = (pieces: readonly string[], usual: number) =>
    isOdd ? pieces : pieces.slice(0, usual)
  const scheme = random.pick(from(schemes, 2))
  const host = random.isLucky(0.6) ? some(random, 4, from(labels, 5), '.') : ''
  const port = host === '' ? '' : random.pick(from(ports, 1))
  const path = `/${some(random, 4, from(segments, 3), '/')}`
  const rest = random.pick(from(queries, 3)) + random.pick(from(hashes, 3))
  let address = (host === '' ? '' : scheme + host + port) + path + rest
  for (let changes = isOdd ? random.below(3) : 0; changes > 0; changes--) {
    const at = random.below(address.length + 1)
    const gone = random.below(2)
    address = address.slice(0, at) + random.pick(characters) + address.slice(at + gone)
  }
  return address
}

describe.each(seeds)('URL_SEED=%d', (seed) => {
  test('whatever is taken apart the short way has the parts of the standard', () => {
    const random = openRandom(seed)
    const different: unknown[] = []
    let plain = 0
    for (let index = 0; index < perSeed; index++) {
      const address = toAddress(random)
      const hostname = random.pick(hostnames)
      const base = toBase(hostname)
      const found = readPlainParts(address, base)
      if (found === null) continue
      plain++
      const expected = readParsedParts(address, base)
      if (!Bun.deepEquals(found, expected)) different.push({ address, hostname, found, expected })
    }
    expect(different.slice(0, 10)).toEqual([])
    // Else nothing much was compared.
    expect(plain).toBeGreaterThan(perSeed / 10)
    expect(plain).toBeLessThan(perSeed)
  })

  test('whatever passes for an address is one', () => {
    const random = openRandom(seed)
    const wrong: string[] = []
    for (let index = 0; index < perSeed; index++) {
      const address = toAddress(random)
      if (isAddress(address) !== URL.canParse(address, 'https://localhost')) wrong.push(address)
    }
    expect(wrong.slice(0, 10)).toEqual([])
  })
})

test.each([
  ['/blog/a?x=1#y', true],
  ['https://www.shop.example/blog', true],
  ['https://shop.example', true],
  ['/a%20b', false],
  ['/a/../b', false],
  [`/${'a'.repeat(3000)}`, false],
  [`https://${'a.'.repeat(1500)}a`, false],
])('%p goes the short way: %p', (address, isPlain) => {
  const base = toBase('shop.example')
  const found = readPlainParts(address, base)
  expect(found !== null).toBe(isPlain)
  if (found) expect(found).toEqual(readParsedParts(address, base) as typeof found)
})

test.each(['a', 'a-', 'a.', '/', '(', '1', '-', '%', '&a=', '#', 'xn--'])(
  'an address of many %p is classified at once as plain or not',
  (piece) => {
    const base = toBase(null)
    for (const before of ['https://', 'https://a/', '/', '/?', '/#']) {
      for (const after of ['', '\n', '"', '_']) {
        // The longest one that is looked at; were it tried in every way, it would take years.
        const address = (before + piece.repeat(2048)).slice(0, 2048 - after.length) + after
        const found = readPlainParts(address, base)
        if (found) expect(found).toEqual(readParsedParts(address, base) as typeof found)
      }
    }
  },
)
