// Segments and cohorts of a website.

import type { TestServer } from '../../../support/app.ts'
import type { Site, StoredFilters } from '../rows/rows.ts'

const segments: StoredFilters['parameters'][] = [
  { filters: [{ name: 'browser', operator: 'eq', value: 'firefox,chrome' }] },
  {
    filters: [
      { name: 'browser', operator: 'neq', value: 'safari' },
      { name: 'browser', operator: 'c', value: 'FIRE' },
      { name: 'country', operator: 'eq', value: 'US' },
    ],
    match: 'any',
  },
  { filters: [{ name: 'path', operator: 're', value: '^/(a|blog)' }], match: 'all' },
  {
    filters: [
      { name: 'event', operator: 'eq', value: 'signup' },
      { name: 'title', operator: 'dnc', value: 'x' },
    ],
  },
  {
    filters: [
      { name: 'entry', operator: 'eq', value: '/,/a' },
      { name: 'channel', operator: 'neq', value: 'direct' },
    ],
  },
  {
    filters: [
      { name: 'eventProperty', property: 'plan', dataType: 1, operator: 'eq', value: 'pro,basic' },
      { name: 'sessionProperty', property: 'age', dataType: 2, operator: 'gte', value: '3' },
    ],
    match: 'any',
  },
]

const from = (start: string, end: string) => `range:${Date.parse(start)}:${Date.parse(end)}`

const cohorts: StoredFilters['parameters'][] = [
  {
    filters: [],
    dateRange: from('2026-03-01', '2026-04-10'),
    action: { type: 'path', value: '/a' },
  },
  {
    filters: [{ name: 'device', operator: 'neq', value: 'mobile' }],
    dateRange: '7day',
    action: { type: 'event', value: 'signup' },
  },
  {
    filters: [
      { name: 'country', operator: 'eq', value: 'DE' },
      { name: 'language', operator: 'eq', value: 'en' },
    ],
    match: 'any',
    dateRange: '8month',
    action: { type: 'path', value: '/' },
  },
  { filters: [], dateRange: '0week', action: { type: 'path', value: '/b' } },
  { filters: [], dateRange: '2year', action: { type: 'event', value: 'purchase' } },
  { filters: [], dateRange: '3hour', action: { type: 'path', value: '/a' } },
  {
    filters: [
      { name: 'exit', operator: 'dnc', value: 'a' },
      { name: 'channel', operator: 'c', value: 'organic' },
      { name: 'eventProperty', property: 'price', dataType: 2, operator: 'gt', value: '3' },
      { name: 'sessionProperty', property: 'plan', operator: 'neq', value: 'pro' },
    ],
    match: 'any',
    dateRange: '2year',
    action: { type: 'path', value: '/' },
  },
]

/** Stores them through the API, on the server and in the site. */
export async function storeFilters(server: TestServer, site: Site): Promise<void> {
  const all: StoredFilters[] = [
    ...segments.map((parameters) => ({ type: 'segment' as const, parameters })),
    ...cohorts.map((parameters) => ({ type: 'cohort' as const, parameters })),
  ]
  for (const stored of all) {
    const answer = await server.ask<{ id: string }>(`/api/websites/${site.id}/segments`, {
      body: { ...stored, name: 'Stored' },
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    site.stored.set(answer.body.id, stored)
  }
}
