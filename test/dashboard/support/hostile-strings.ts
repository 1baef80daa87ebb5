// An instance in which every name is written to do harm where it is taken for more than text.

import type { Client } from '../../support/client.ts'
import { chrome, pastVisits, type Row } from '../../support/visits.ts'

/** The browser's time; everything was recorded in the two days before. */
export const hostileNow = '2026-06-17T12:00:00.000Z'

const markup = '<img src=x onerror=alert(1)>'
/** Turns the direction of what follows. */
const turn = '\u202e'

/** A name with an element and a turn of direction in it, which is shown as it is. */
const named = (word: string) => `${word}${markup}${turn}`
const password = 'a long password'

export const names = {
  website: `${named('Site')}<script>alert(2)</script>${'n'.repeat(40)}`,
  team: named('Team'),
  // User names take nothing that cannot be seen.
  user: `user${markup}`,
  link: named('Link'),
  pixel: named('Pixel'),
  board: named('Board'),
  segment: named('Segment'),
  cohort: named('Cohort'),
  share: named('Share'),
  goal: named('Goal'),
  funnel: named('Funnel'),
  path: `/${named('path')}`,
  longPath: `/${'long'.repeat(120)}`,
  title: `${named('Title')}<script>alert(3)</script>`,
  event: named('event'),
  property: named('key'),
  value: `"><script>alert(4)</script>${named('value')}`,
  person: named('person'),
  city: 'City&lt;b&gt;',
  campaign: named('campaign'),
} as const

/** Of share pages on which everything is open. */
export const slugs = { website: 'hostile-website', board: 'hostile-board' } as const

export interface HostileSite {
  websiteId: string
  sessionId: string
  linkId: string
  pixelId: string
  boardId: string
  teamId: string
}

/** Fills a server with it, as the admin. */
export async function openHostileSite(server: Client): Promise<HostileSite> {
  const create = async (path: string, body: unknown): Promise<string> => {
    const answer = await server.ask<{ id: string } | { id: string }[]>(path, { body })
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return ([answer.body].flat()[0] as { id: string }).id
  }
  const websiteId = await server.createWebsite(names.website)
  const sent = await pastVisits(server, websiteId, visitsOfHarm)
  const teamId = await create('/api/teams', { name: names.team })
  const userId = await create('/api/users', { username: names.user, password, role: 'user' })
  await create(`/api/teams/${teamId}/users`, { userId, role: 'team-member' })
  await create('/api/websites', { name: names.website, domain: 'team.example.com', teamId })
  const linkId = await create('/api/links', {
    name: names.link,
    url: `https://example.com/?q=${encodeURIComponent(markup)}`,
    slug: 'hostile-link',
  })
  const pixelId = await create('/api/pixels', { name: names.pixel, slug: 'hostile-pixel' })
  const boardId = await create('/api/boards', {
    type: 'mixed',
    name: names.board,
    description: names.board,
    parameters: { rows: boardRows(websiteId, linkId) },
  })
  const share = (entityId: string, shareType: number, slug: string) =>
    create('/api/share', { entityId, shareType, slug, name: names.share, parameters: {} })
  await share(websiteId, 1, slugs.website)
  await share(boardId, 4, slugs.board)
  const filters = [{ name: 'path', operator: 'eq', value: names.path }]
  await create(`/api/websites/${websiteId}/segments`, {
    type: 'segment',
    name: names.segment,
    parameters: { filters },
  })
  await create(`/api/websites/${websiteId}/segments`, {
    type: 'cohort',
    name: names.cohort,
    parameters: { filters, dateRange: '90day', action: { type: 'event', value: names.event } },
  })
  const report = (type: string, name: string, parameters: object) =>
    create('/api/reports', { websiteId, type, name, description: name, parameters })
  await report('goal', names.goal, { type: 'event', value: names.event })
  await report('funnel', names.funnel, { steps: funnelSteps, window: 7 })
  return {
    websiteId,
    sessionId: (sent[0] as { sessionId: string }).sessionId,
    linkId,
    pixelId,
    boardId,
    teamId,
  }
}

export const funnelSteps = [
  { type: 'path', value: names.path, filters: [] },
  { type: 'event', value: names.event, filters: [] },
]

const person = {
  visitor: 'person',
  id: names.person,
  userAgent: chrome,
  headers: { 'CF-IPCountry': 'DE', 'CF-IPCity': names.city },
  title: names.title,
}

const campaign = encodeURIComponent(names.campaign)
const address = `${encodeURI(names.path)}?utm_source=${campaign}&utm_medium=${campaign}&utm_campaign=${campaign}`

const visitsOfHarm: readonly Row[] = [
  {
    ...person,
    at: '2026-06-16T09:00:00Z',
    url: address,
    referrer: `https://odd.example/${markup}`,
  },
  {
    ...person,
    at: '2026-06-16T09:00:10Z',
    type: 'identify',
    data: { [names.property]: names.value },
  },
  {
    ...person,
    at: '2026-06-16T09:00:20Z',
    type: 'performance',
    url: names.path,
    ...{ lcp: 5000, inp: 300, cls: 0.2, fcp: 1000, ttfb: 300 },
  },
  { ...person, at: '2026-06-16T09:01:00Z', url: names.longPath },
  {
    ...person,
    at: '2026-06-16T09:02:00Z',
    url: names.path,
    name: names.event,
    data: { [names.property]: names.value, revenue: 12.5, currency: 'USD' },
  },
  { ...person, at: '2026-06-17T09:00:00Z', url: names.path },
  { visitor: 'other', at: '2026-06-17T10:00:00Z', url: names.longPath, tag: markup },
]

const boardRows = (websiteId: string, linkId: string) =>
  [
    { type: 'metric', entityType: 'website', entityId: websiteId, props: { metric: 'path' } },
    { type: 'metric', entityType: 'website', entityId: websiteId, props: { metric: 'title' } },
    { type: 'chart', entityType: 'website', entityId: websiteId },
    { type: 'totals', entityType: 'link', entityId: linkId, title: names.share },
  ].map((component, index) => ({
    id: `row-${index}`,
    columns: [{ id: `column-${index}`, component: { title: '', props: {}, ...component } }],
  }))
