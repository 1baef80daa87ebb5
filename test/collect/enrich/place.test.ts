import { describe, expect, test } from 'bun:test'
import { nowhere, readPlaceFromHeaders, toPlace } from '../../../src/collect/enrich/place.ts'

test.each([
  ['US', 'CA', 'San Jose', { country: 'US', region: 'US-CA', city: 'San Jose' }],
  ['us', 'US-CA', null, { country: 'US', region: 'US-CA', city: null }],
  [
    'NL',
    'Noord-Holland',
    'Amsterdam',
    { country: 'NL', region: 'NL-Noord-Holland', city: 'Amsterdam' },
  ],
  ['NL', '', '', { country: 'NL', region: null, city: null }],
  [null, 'CA', 'San Jose', nowhere],
  ['XX', 'CA', 'San Jose', nowhere],
  ['T1', null, null, nowhere],
  ['USA', null, null, nowhere],
])('%s, %s, %s', (country, region, city, place) => {
  expect(toPlace(country, region, city)).toEqual(place)
})

describe('headers', () => {
  test.each([
    ['Cloudflare', 'cf-ipcountry', 'cf-region-code', 'cf-ipcity'],
    ['Vercel', 'x-vercel-ip-country', 'x-vercel-ip-country-region', 'x-vercel-ip-city'],
    [
      'CloudFront',
      'cloudfront-viewer-country',
      'cloudfront-viewer-country-region',
      'cloudfront-viewer-city',
    ],
    ['EdgeOne', 'eo-ipcountry', 'eo-region-code', 'eo-ipcity'],
  ])('of %s', (_, country, region, city) => {
    const headers = new Headers([
      [country, 'US'],
      [region, 'CA'],
      [city, 'San%20Jose'],
    ])
    const place = { country: 'US', region: 'US-CA', city: 'San Jose' }
    expect(readPlaceFromHeaders(headers)).toEqual(place)
  })

  test('of two providers are not mixed', () => {
    const headers = new Headers({
      'x-vercel-ip-country': 'US',
      'x-vercel-ip-city': 'San Jose',
      'cf-ipcountry': 'NL',
    })
    expect(readPlaceFromHeaders(headers)).toEqual({ country: 'NL', region: null, city: null })
  })

  test('that say unknown are an answer, none are not', () => {
    expect(readPlaceFromHeaders(new Headers({ 'cf-ipcountry': 'XX' }))).toEqual(nowhere)
    expect(readPlaceFromHeaders(new Headers({ 'cf-ipcity': 'Zürich' }))).toBeNull()
  })

  test.each([
    ['UTF-8 bytes', 'ZÃ¼rich', 'Zürich'],
    ['Latin-1 bytes', 'Zürich', 'Zürich'],
    ['escapes', 'Z%C3%BCrich', 'Zürich'],
    ['bad escapes', 'Z%FCrich', 'Z%FCrich'],
  ])('may hold %s', (_, city, text) => {
    const headers = {
      get: (name: string) => ({ 'cf-ipcountry': 'CH', 'cf-ipcity': city })[name] ?? null,
    }
    expect(readPlaceFromHeaders(headers)?.city).toBe(text)
  })
})
