import { expect, test } from 'bun:test'
import { filterQuery, parseFilters, toggleFilter } from '../../../src/dashboard/filters/filter.ts'

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

test('what is no id of a segment names none', () => {
  expect(filterQuery(parse('segment=none&cohort=01890000-0000-7000-8000'))).toEqual({})
})

test('a second click on a value takes its filter away', () => {
  const filter = { field: 'os', operator: 'eq', value: 'Linux' } as const
  const on = toggleFilter(parse('browser=firefox'), filter)
  expect(filterQuery(on)).toEqual({ browser: 'eq.firefox', os: 'eq.Linux' })
  expect(filterQuery(toggleFilter(on, filter))).toEqual({ browser: 'eq.firefox' })
})
