// What visitors of each website of the fixtures did. Small enough for its statistics to be worked out
// by hand: see statistics-answers.ts.

import type { TestServer } from '../support/app.ts'
import { chrome, type Row, visits } from '../support/visits.ts'
import type { Side } from './side.ts'

/** What she is called by the website. */
export const annaId = 'anna-5e21@shop.example'

const anna = { visitor: 'anna', id: annaId, headers: { 'CF-IPCountry': 'DE' } }
const ben = { visitor: 'ben', userAgent: chrome, headers: { 'CF-IPCountry': 'US' } }

/** Anna comes from a search engine and buys; a day later Ben follows a letter and leaves. */
const rows: readonly Row[] = [
  {
    ...anna,
    at: '2026-03-01T10:00:00.000Z',
    url: '/',
    title: 'Home',
    referrer: 'https://www.google.com/search',
  },
  { ...anna, at: '2026-03-01T10:00:30.000Z', type: 'identify', data: { plan: 'pro' } },
  {
    ...anna,
    at: '2026-03-01T10:01:00.000Z',
    url: '/thanks',
    name: 'sold',
    data: { revenue: 9.5, currency: 'EUR', plan: 'pro' },
  },
  { ...anna, at: '2026-03-01T10:02:00.000Z', url: '/thanks', title: 'Thanks' },
  { ...anna, at: '2026-03-01T10:02:30.000Z', url: '/thanks', type: 'performance', lcp: 1200 },
  {
    ...ben,
    at: '2026-03-02T09:58:00.000Z',
    url: '/?utm_source=letter&utm_medium=email',
    title: 'Home',
  },
]

/** Ids that the website of a side gave. */
export interface UserTextCell {
  anna: string
  annasVisit: string
  ben: string
  bensVisit: string
}

/** A placeholder in paths for the id of Anna's session, which is only known when it is recorded. */
export const annasSession = 'annas-session'

const recorded = new Map<Side, UserTextCell>()

/** Sends what the visitors of a side's website did. */
export async function record(server: TestServer, side: Side): Promise<void> {
  const sent = await visits(server, side.website, rows)
  const [first, last] = [sent[0], sent.at(-1)]
  if (!first || !last) throw new Error('nothing was recorded')
  recorded.set(side, {
    anna: first.sessionId,
    annasVisit: first.visitId,
    ben: last.sessionId,
    bensVisit: last.visitId,
  })
}

/** Throws before `record`. */
export function toRecorded(side: Side): UserTextCell {
  const ids = recorded.get(side)
  if (!ids) throw new Error(`nothing is recorded for ${side.name}`)
  return ids
}
