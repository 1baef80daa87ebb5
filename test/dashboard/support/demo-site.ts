// A small shop whose week can be worked out by hand: four visitors, five visits.

import type { Client } from '../../support/client.ts'
import { chrome, firefox, pastVisits, type Row } from '../../support/visits.ts'

/** The last of the seven days. */
export const shopNow = '2026-06-17T12:00:00.000Z'

/** A name that does harm where it is taken for more than text. */
export const hostile = '<img src=x onerror="document.title=1">'

const anna = {
  visitor: 'anna',
  id: 'anna@example.com',
  userAgent: firefox,
  headers: { 'CF-IPCountry': 'US', 'CF-IPCity': 'Austin' },
}
const ben = {
  visitor: 'ben',
  userAgent: chrome,
  headers: { 'CF-IPCountry': 'DE', 'CF-IPCity': 'Berlin' },
}
const carl = { visitor: 'carl' }
const dora = { visitor: 'dora' }

const week: readonly Row[] = [
  { ...anna, at: '2026-06-15T09:00:00Z', url: '/', referrer: 'https://www.google.com/' },
  { ...anna, at: '2026-06-15T09:00:30Z', type: 'identify', data: { plan: 'pro', note: hostile } },
  {
    ...anna,
    at: '2026-06-15T09:00:40Z',
    type: 'performance',
    url: '/',
    ...{ lcp: 2000, inp: 100, cls: 0.04, fcp: 1000, ttfb: 300 },
  },
  { ...anna, at: '2026-06-15T09:01:00Z', url: '/pricing' },
  {
    ...anna,
    at: '2026-06-15T09:02:00Z',
    url: '/pricing',
    name: 'signup',
    data: { plan: 'pro', seats: 3, note: hostile },
  },
  { ...ben, at: '2026-06-16T08:00:00Z', url: '/?utm_source=news&utm_medium=email' },
  { ...ben, at: '2026-06-16T08:02:00Z', url: '/pricing' },
  {
    ...ben,
    at: '2026-06-16T08:02:30Z',
    type: 'performance',
    url: '/pricing',
    ...{ lcp: 5000, inp: 600, cls: 0.2, fcp: 3000, ttfb: 700 },
  },
  { ...ben, at: '2026-06-16T08:04:00Z', url: '/pricing', name: 'signup', data: { plan: 'free' } },
  {
    ...ben,
    at: '2026-06-16T08:10:00Z',
    url: '/checkout',
    name: 'purchase',
    data: { revenue: 5.5, currency: 'USD' },
  },
  { ...anna, at: '2026-06-16T10:00:00Z', url: '/' },
  {
    ...anna,
    at: '2026-06-16T10:03:00Z',
    url: '/checkout',
    name: 'purchase',
    data: { revenue: 20, currency: 'USD' },
  },
  { ...carl, at: '2026-06-17T09:00:00Z', url: '/docs' },
  {
    ...carl,
    at: '2026-06-17T09:01:00Z',
    url: '/checkout',
    name: 'purchase',
    data: { revenue: 7, currency: 'EUR' },
  },
  { ...dora, at: '2026-06-17T10:00:00Z', url: '/' },
]

/** Adds the shop with its week. Gives the website's id. */
export async function openDemoSite(server: Client): Promise<string> {
  const websiteId = await server.createWebsite('Shop')
  await pastVisits(server, websiteId, week)
  return websiteId
}
