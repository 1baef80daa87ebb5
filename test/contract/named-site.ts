// A website full of visitors with names, and everything that its owner has saved about them.

import type { TestServer } from '../support/app.ts'
import { type Row, visits } from '../support/visits.ts'

export const asked = '2026-03-02T10:20:00.000Z'

export interface NamedSite {
  website: string
  board: string
  segments: string[]
  reports: string[]
  sessions: string[]
  /** Every text that identifies a person: distinct ids, ids of sessions and visits, session data. */
  secrets: string[]
}

const names = ['alice-7f3a@example.com', 'bob-91c2@example.com', 'carol-0d5e@example.com']
const plans = ['gold-4471', 'silver-8812', 'bronze-3390']

/** What one visitor does, from the minute on. */
function visitRows(id: string, plan: string, minute: number): Row[] {
  const at = (second: number) => `2026-03-02T10:${minute}:${String(second).padStart(2, '0')}Z`
  const who = { visitor: id, id, headers: { 'CF-IPCountry': 'DE' } }
  return [
    { ...who, at: at(1), url: '/?utm_source=letter', title: 'Home' },
    { ...who, at: at(2), type: 'identify', data: { plan, seats: minute } },
    { ...who, at: at(3), url: '/thanks', name: 'sold', data: { revenue: 9.5, currency: 'EUR' } },
    { ...who, at: at(4), url: '/thanks', name: 'rated', data: { stars: 5 } },
    { ...who, at: at(5), url: '/thanks', title: 'Thanks' },
    { ...who, at: at(6), url: '/thanks', type: 'performance', lcp: 1200, ttfb: 80 },
  ]
}

export async function openNamedSite(server: TestServer): Promise<NamedSite> {
  const website = await server.createWebsite('Named')
  const rows = names.flatMap((name, index) => visitRows(name, plans[index] as string, 10 + index))
  const sent = await visits(server, website, rows)
  server.setNow(asked)
  const make = async (path: string, body: object) =>
    (await server.ask<{ id: string }>(path, { body })).body.id
  const filter = { name: 'distinctId', operator: 'eq', value: names[0] }
  const harmless = { name: 'path', operator: 'c', value: '/' }
  const cohort = { dateRange: '1day', action: { type: 'path', value: '/' } }
  const segment = (name: string, type: string, parameters: object) =>
    make(`/api/websites/${website}/segments`, { type, name, parameters })
  const report = (type: string, parameters: object) =>
    make('/api/reports', { websiteId: website, type, name: type, parameters })
  const steps = [
    { type: 'path', value: '/' },
    { type: 'path', value: '/thanks' },
  ]
  return {
    website,
    segments: [
      await segment('Named one', 'segment', { filters: [harmless, filter] }),
      await segment('Everybody', 'segment', { filters: [harmless] }),
      await segment('Named some', 'cohort', { filters: [filter], ...cohort }),
      await segment('All', 'cohort', { filters: [harmless], ...cohort }),
    ],
    reports: [
      await report('goal', { value: '/thanks', view: `distinctId=eq.${names[1]}` }),
      await report('goal', { value: '/thanks', filters: { distinctId1: `c.${names[1]}` } }),
      await report('funnel', { steps, window: 7, filters: [filter] }),
      await report('funnel', { steps, window: 7, filters: { distinct_id: names[1] } }),
      await report('funnel', { steps, window: 7, view: `sessionId=${sent[0]?.sessionId}` }),
      await report('funnel', { steps, window: 7 }),
    ],
    board: await make('/api/boards', {
      type: 'website',
      name: 'Wall',
      parameters: {
        websiteId: website,
        rows: [
          {
            columns: [
              { component: { websiteId: website, filters: [filter, harmless] } },
              { component: { websiteId: website, props: { distinctId: names[2], metric: 'os' } } },
              { component: { websiteId: website, sessionId: sent[0]?.sessionId, type: 'visits' } },
              { component: { websiteId: website, session_id: sent[1]?.sessionId } },
              { component: { websiteId: website, filters: { distinct_id: names[1], path: '/' } } },
            ],
          },
        ],
      },
    }),
    sessions: [...new Set(sent.map(({ sessionId }) => sessionId))],
    secrets: [
      ...new Set([
        ...names,
        ...plans,
        ...sent.flatMap(({ sessionId, visitId }) => [sessionId, visitId]),
      ]),
    ],
  }
}
