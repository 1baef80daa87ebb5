import { expect, test } from 'bun:test'
import {
  decodeAddress,
  decodeText,
  storable,
  storableOrNull,
} from '../../../src/collect/shape/text.ts'

test.each([
  ['plain', 'abc', 'abc'],
  ['cut', 'abcdefgh', 'abcde'],
  ['NUL left out before cutting', 'a\0b\0cdef', 'abcde'],
  ['lone high surrogate', 'a\ud800b', 'a\ufffdb'],
  ['lone low surrogate', '\udc00', '\ufffd'],
  ['a pair is kept', 'ab👣', 'ab👣'],
  ['a pair is not cut in half', 'abcd👣', 'abcd'],
  ['a lone surrogate at the cut', 'abcd\ud800', 'abcd\ufffd'],
])('stored text: %s', (_, text, stored) => {
  expect(storable(text, 5)).toBe(stored)
})

test('text of which nothing is left is none', () => {
  expect([storableOrNull('', 5), storableOrNull('\0', 5), storableOrNull(null, 5)]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  ['/a%20b', '/a b', '/a b'],
  ['/a%2Fb', '/a%2Fb', '/a/b'],
  ['/%C3%BC', '/ü', '/ü'],
  ['/100%', '/100%', '/100%'],
  ['/%ff', '/%ff', '/%ff'],
])('%s decodes to %s as an address, %s as text', (raw, address, text) => {
  expect([decodeAddress(raw), decodeText(raw)]).toEqual([address, text])
})
