import { describe, expect, test } from 'bun:test'
import {
  filterQuery,
  isRowOn,
  parseFilters,
  toggleRow,
} from '../../../src/dashboard/filters/filter.ts'

const parse = (text: string) => parseFilters(new URLSearchParams(text))

test('filters of an address: operators, numbered names, and values that look like operators', () => {
  expect(
    parse('range=7d&browser=chrome&browser1=neq.safari&referrer=t.co&title=&match=any'),
  ).toEqual({
    list: [
      { field: 'browser', operator: 'eq', value: 'chrome' },
      { field: 'browser', operator: 'neq', value: 'safari' },
      { field: 'referrer', operator: 'eq', value: 't.co' },
    ],
    properties: [],
    match: 'any',
    segment: null,
    cohort: null,
  })
})

test('an address of filters means the same filters', () => {
  const segment = '01890000-0000-7000-8000-00000000000a'
  const filters = parse(`path=eq.c.x&path1=re.^/a.*&country=DE,AT&match=any&segment=${segment}`)
  const query = filterQuery(filters)
  expect(query).toEqual({
    path: 'eq.c.x',
    path1: 're.^/a.*',
    country: 'eq.DE,AT',
    match: 'any',
    segment,
  })
  expect(parse(new URLSearchParams(query).toString())).toEqual(filters)
})

test('properties are filtered by next to fields, and joined with them', () => {
  const filters = parse(
    'path=/a&epf3=2.gte.price.12.5&spf=1.eq.plan%252Ekind%2520%C3%BC.a.b&match=any&epf4=x&epfx=1.eq.a.b',
  )
  expect(filters.properties).toEqual([
    { owner: 'event', property: 'price', type: 'number', operator: 'gte', value: '12.5' },
    { owner: 'session', property: 'plan.kind ü', type: 'string', operator: 'eq', value: 'a.b' },
  ])
  const query = filterQuery(filters)
  expect(query).toEqual({
    path: 'eq./a',
    epf0: '2.gte.price.12.5',
    spf1: '1.eq.plan%2Ekind%20%C3%BC.a.b',
    match: 'any',
  })
  expect(parse(new URLSearchParams(query).toString())).toEqual(filters)
  // Alone there is nothing to join.
  expect(filterQuery(parse('spf=1.eq.plan.pro&match=any'))).toEqual({ spf0: '1.eq.plan.pro' })
})

test('what is no id of a segment names none', () => {
  expect(filterQuery(parse('segment=none&cohort=01890000-0000-7000-8000'))).toEqual({})
  // There is no version 0; the server would refuse every question with it.
  expect(filterQuery(parse('segment=01890000-0000-0000-8000-00000000000a'))).toEqual({})
})

describe('a row of a list', () => {
  const toggle = (text: string, ...rows: Parameters<typeof toggleRow>[1][]) =>
    filterQuery(rows.reduce(toggleRow, parse(text)))
  const linux = { field: 'os', value: 'Linux' } as const
  const sanJose = { field: 'city', value: 'San Jose', country: 'US' } as const

  test('filters, and a second click takes its filter away', () => {
    expect(toggle('browser=firefox', linux)).toEqual({ browser: 'eq.firefox', os: 'eq.Linux' })
    expect(toggle('browser=firefox', linux, linux)).toEqual({ browser: 'eq.firefox' })
    expect(isRowOn(parse('os=Linux'), linux)).toBe(true)
    expect(isRowOn(parse('os=neq.Linux'), linux)).toBe(false)
  })

  test.each([
    ['Hello, world', 'eq.Hello\\, world'],
    ['c.x', 'eq.c.x'],
    [' a ', 'eq. a '],
    [',', 'eq.\\,'],
  ])('%j is asked for whole, as %j', (value, title) => {
    expect(toggle('', { field: 'title', value })).toEqual({ title })
  })

  test('of a place filters by its country too, and takes along what it brought', () => {
    expect(toggle('', sanJose)).toEqual({ city: 'eq.San Jose', country: 'eq.US' })
    expect(toggle('', sanJose, sanJose)).toEqual({})
    // A country that was chosen before stays.
    expect(toggle('country=US', sanJose)).toEqual({ country: 'eq.US', city: 'eq.San Jose' })
    expect(toggle('country=US', sanJose, sanJose)).toEqual({ country: 'eq.US' })
    expect(isRowOn(parse('city=San Jose&country=CR'), sanJose)).toBe(false)
    // An empty text would filter nothing.
    const unknown = { ...sanJose, country: null }
    expect(toggle('', unknown)).toEqual({ city: 'eq.San Jose', country: 'eq.,' })
    expect(toggle('', unknown, unknown)).toEqual({})
  })

  test('is one more alternative where one filter is enough', () => {
    expect(toggle('os=Linux&browser=firefox&match=any', sanJose)).toEqual({
      os: 'eq.Linux',
      browser: 'eq.firefox',
      city: 'eq.San Jose',
      match: 'any',
    })
    // With a single filter there are no alternatives yet.
    expect(toggle('os=Linux&match=any', sanJose)).toEqual({
      os: 'eq.Linux',
      city: 'eq.San Jose',
      country: 'eq.US',
    })
  })
})
