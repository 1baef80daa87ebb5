import { expect, test } from 'bun:test'
import {
  parsePropertyFilters,
  propertyFilterQuery,
  withoutPropertyFilters,
} from '../../../src/dashboard/filters/property-filter.ts'

const parse = (text: string) => parsePropertyFilters(new URLSearchParams(text))

test('conditions of an address: types, numbered names; what is none is left out', () => {
  expect(
    parse(
      'path=/&pf_plan=string.eq.pro&pf_plan1=neq.a.b&pf_seats=number.gte.2.5&pf_step2=array.c.x' +
        '&pf_=eq.x&pf_when=date.c.2026&pf_other=eq.&pf_odd=constructor',
    ),
  ).toEqual([
    { property: 'plan', type: 'string', operator: 'eq', value: 'pro' },
    { property: 'plan', type: 'string', operator: 'neq', value: 'a.b' },
    { property: 'seats', type: 'number', operator: 'gte', value: '2.5' },
    { property: 'step2', type: 'array', operator: 'c', value: 'x' },
  ])
})

test('an address of conditions means the same conditions', () => {
  const filters = parse('pf_plan=string.eq.number.eq.1&pf_plan1=re.^p&pf_a b=date.af.2026-03-01')
  const query = propertyFilterQuery(filters)
  expect(query).toEqual({
    pf_plan: 'string.eq.number.eq.1',
    pf_plan1: 'string.re.^p',
    'pf_a b': 'date.af.2026-03-01',
  })
  expect(parse(new URLSearchParams(query).toString())).toEqual(filters)
})

test('all conditions can be taken out of an address', () => {
  const query = new URLSearchParams('path=/&pf_plan=eq.pro&pf_odd=x&page=2')
  expect(withoutPropertyFilters(query)).toEqual({ pf_plan: null, pf_odd: null })
})
