import { describe, expect, test } from 'bun:test'
import type { Property } from '../../../src/collect/shape/columns.ts'
import { flattenProperties } from '../../../src/collect/shape/properties.ts'
import { readRevenue } from '../../../src/collect/shape/revenue.ts'

const property = (key: string, type: Property['type'], text: string | null): Property => ({
  key,
  type,
  text,
  number: null,
  dateMs: null,
})

describe('types', () => {
  test.each([
    ['text', property('k', 1, 'text')],
    ['', property('k', 1, '')],
    ['2025-03-15', property('k', 1, '2025-03-15')],
    ['2025-02-30T10:00:00Z', property('k', 1, '2025-02-30T10:00:00Z')],
    ['2025-13-01T10:00:00Z', property('k', 1, '2025-13-01T10:00:00Z')],
    ['a\0b\ud800', property('k', 1, 'ab\ufffd')],
    ['x'.repeat(501), property('k', 1, 'x'.repeat(500))],
    [12.5, { ...property('k', 2, '12.5000'), number: 12.5 }],
    [-3, { ...property('k', 2, '-3.0000'), number: -3 }],
    [0, { ...property('k', 2, '0.0000'), number: 0 }],
    [-0.00001, { ...property('k', 2, '0.0000'), number: 0 }],
    [2.00005678, { ...property('k', 2, '2.0001'), number: 2.0001 }],
    [1e15, property('k', 1, '1000000000000000')],
    [-1e300, property('k', 1, '-1e+300')],
    [Number.POSITIVE_INFINITY, property('k', 1, 'Infinity')],
    [true, property('k', 4, 'true')],
    [false, property('k', 4, 'false')],
    [[], property('k', 5, '[]')],
    [['a', 1, null, { b: 2 }], property('k', 5, '["a",1,null,{"b":2}]')],
    [['x'.repeat(497)], property('k', 5, null)],
    [['x'.repeat(496)], property('k', 5, `["${'x'.repeat(496)}"]`)],
  ])('%p', (value, expected) => {
    expect(flattenProperties({ k: value })).toEqual([expected])
  })

  test.each([
    ['2025-03-15T13:00:00', '2025-03-15T13:00:00.000Z'],
    ['2025-03-15T13:00:00Z', '2025-03-15T13:00:00.000Z'],
    ['2025-03-15T13:00:00.5Z', '2025-03-15T13:00:00.500Z'],
    ['2025-03-15T13:00:00.123456', '2025-03-15T13:00:00.123Z'],
    ['2025-03-15T13:00:00+05:30', '2025-03-15T07:30:00.000Z'],
    ['2025-03-15T13:00:00-01:00', '2025-03-15T14:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('the date %s', (value, text) => {
    const dateMs = Date.parse(text)
    expect(flattenProperties({ k: value })).toEqual([{ ...property('k', 3, text), dateMs }])
  })
})

describe('flattening', () => {
  test('joins keys by dots, in order, and leaves out nulls and empty objects', () => {
    const data = { z: 'a', a: { b: { c: 'b' }, d: 'c' }, n: null, e: {}, 'a.d': 'd' }
    expect(flattenProperties(data)).toEqual([
      property('z', 1, 'a'),
      property('a.b.c', 1, 'b'),
      property('a.d', 1, 'c'),
      property('a.d', 1, 'd'),
    ])
  })

  test('keys of any name are plain keys', () => {
    const data = JSON.parse('{"__proto__":{"x":"1"},"constructor":"2","":"3","toString":"4"}')
    expect(flattenProperties(data)).toEqual([
      property('__proto__.x', 1, '1'),
      property('constructor', 1, '2'),
      property('', 1, '3'),
      property('toString', 1, '4'),
    ])
  })

  test('over-long keys are cut', () => {
    const data = { ['k'.repeat(400)]: { ['l'.repeat(400)]: 'x' } }
    expect(flattenProperties(data)).toEqual([
      property(`${'k'.repeat(400)}.${'l'.repeat(99)}`, 1, 'x'),
    ])
  })

  test('stops at 500 properties', () => {
    const data = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`k${index}`, 'x']))
    const keys = flattenProperties({ first: { ...data }, last: 'x' }).map(({ key }) => key)
    expect(keys).toEqual(Array.from({ length: 500 }, (_, index) => `first.k${index}`))
  })

  test('takes 32 objects inside one another, and any depth without harm', () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}`)
    expect(flattenProperties(nested(32))).toEqual([property(Array(32).fill('a').join('.'), 1, 'x')])
    expect(flattenProperties(nested(33))).toEqual([])
    expect(flattenProperties(nested(100_000))).toEqual([])
    const list = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(flattenProperties({ list })).toEqual([property('list', 5, null)])
  })
})

test.each([
  [
    { revenue: 19.9, currency: 'EUR' },
    { currency: 'EUR', amount: 19.9 },
  ],
  [
    { revenue: '19.90', currency: ' usd ' },
    { currency: 'USD', amount: 19.9 },
  ],
  [
    { revenue: 1.23456, currency: 'EUR' },
    { currency: 'EUR', amount: 1.2346 },
  ],
  [
    { revenue: 5, currency: 'somethinglong' },
    { currency: 'SOMETHINGL', amount: 5 },
  ],
  [{ revenue: 0, currency: 'EUR' }, null],
  [{ revenue: -5, currency: 'EUR' }, null],
  [{ revenue: 0.00001, currency: 'EUR' }, null],
  [{ revenue: 1e15, currency: 'EUR' }, null],
  [{ revenue: 'much', currency: 'EUR' }, null],
  [{ revenue: '', currency: 'EUR' }, null],
  [{ revenue: true, currency: 'EUR' }, null],
  [{ revenue: 5, currency: ' ' }, null],
  [{ revenue: 5, currency: 978 }, null],
  [{ revenue: 5 }, null],
  [{ price: 5, currency: 'EUR' }, null],
  [{ order: { revenue: 5, currency: 'EUR' } }, null],
])('revenue %#', (data, revenue) => {
  expect(readRevenue(data)).toEqual(revenue)
})
