import { describe, expect, test } from 'bun:test'
import { joinValues, splitValues } from '../../src/lib/value-list.ts'

test.each([
  // As ever: commas part, whatever else is there.
  ['a', ['a']],
  ['', ['']],
  ['a,b', ['a', 'b']],
  ['a,', ['a', '']],
  [',', ['', '']],
  [' a , b ', [' a ', ' b ']],
  ['C:\\dir\\', ['C:\\dir\\']],
  ['\\d+', ['\\d+']],
  ['a\\\\b', ['a\\\\b']],
  // A comma of a value, and backslashes before commas.
  ['Hello\\, world', ['Hello, world']],
  ['a\\,b,c', ['a,b', 'c']],
  ['a\\\\,b', ['a\\', 'b']],
  ['a\\\\\\,b', ['a\\,b']],
  ['a\\\\\\\\,b', ['a\\\\', 'b']],
  ['\\,', [',']],
  ['\\,\\,', [',,']],
  ['\\,,\\,', [',', ',']],
])('%j holds %j', (text, values) => {
  expect(splitValues(text)).toEqual(values)
})

describe('every list of values has a text', () => {
  const parts = ['', 'a', ',', '\\', '\\,', ',\\', 'a,', '\\\\', ' ', 'eq.']
  const values = parts.flatMap((one) => parts.map((other) => one + other))

  test('of one', () => {
    for (const value of values) {
      const found = splitValues(joinValues([value]))
      expect(found).toEqual(value === '' ? ['', ''] : [value])
    }
  })

  test('of several', () => {
    for (const one of values) {
      for (const other of values) {
        const list = [one, other, one]
        expect(splitValues(joinValues(list))).toEqual(list)
      }
    }
  })
})
