// Websites, links, pixels and boards, and what hangs on them.

import { expect } from 'bun:test'
import { type Caller, ofTeam, own, type Person, people, team, today } from '../fixtures.ts'
import { annasSession } from '../recorded.ts'
import {
  anyId,
  ok,
  toAnnotation,
  toBoard,
  toClosedShare,
  toFunnel,
  toLink,
  toName,
  toPage,
  toPixel,
  toReport,
  toSegment,
  toShare,
  toWebsite,
} from '../rows.ts'
import {
  both,
  creators,
  everyone,
  type Scenario,
  scenario,
  toViewers,
  toWriters,
  users,
} from '../scenario.ts'
import type { Kind, Side } from '../side.ts'

const toId = (caller: Caller): string => people[caller as Person].id
const fresh = { id: anyId, createdAt: today, updatedAt: today }
const changed = { updatedAt: today }
const teamCreators: readonly Caller[] = ['teamOwner', 'teamManager', 'teamMember', 'admin']
const ownedBy = (caller: Caller) => ({ userId: toId(caller), teamId: null })
const ownedByTeam = { userId: null, teamId: team.id }

/** Whom a kind of thing is shown to: users with the right, and visitors of its share page. */
const seenBy = (side: Side, kind: Kind): readonly Caller[] =>
  kind === 'website' ? [...toViewers(side), 'share', 'closedShare'] : [...toViewers(side), 'share']

/** The list of a caller's own things: only `owner` has one. */
const ownList = (operation: string, row: object, orderBy: string) =>
  scenario(operation, {
    allowed: users,
    answer: (caller) => toPage(caller === 'owner' ? [row] : [], orderBy),
  })

/** Create for oneself, and in the team. */
const creation = (operation: string, body: object, row: object): Scenario[] => {
  const toRow = (caller: Caller) =>
    operation.endsWith('websites') ? { createdBy: toId(caller) } : {}
  return [
    scenario(operation, {
      when: 'for oneself',
      body,
      allowed: creators,
      answer: (caller) => ({ ...row, ...fresh, ...ownedBy(caller), ...toRow(caller) }),
    }),
    scenario(operation, {
      when: 'in the team',
      body: { ...body, teamId: team.id },
      allowed: teamCreators,
      answer: (caller) => ({ ...row, ...fresh, ...ownedByTeam, ...toRow(caller) }),
    }),
  ]
}

/** Read, change and delete a thing, and its share pages. */
const toLife = (kind: Kind, toRow: (side: Side) => object): Scenario[] =>
  both((side) => {
    const path = `/api/${kind}s/:${kind}Id`
    const common = { side, kind, at: { [`${kind}Id`]: side[kind] } }
    const shares =
      kind === 'website' ? [toShare(side, kind), toClosedShare(side)] : [toShare(side, kind)]
    return [
      scenario(`GET ${path}`, {
        ...common,
        allowed: seenBy(side, kind),
        // A share page does not show the address of another one.
        answer: (caller: Caller) => ({
          ...toRow(side),
          ...(kind === 'website' && (caller === 'share' || caller === 'closedShare')
            ? { shareId: null }
            : {}),
        }),
      }),
      scenario(`POST ${path}`, {
        ...common,
        body: { name: 'New' },
        allowed: toWriters(side),
        answer: { ...toRow(side), ...changed, name: 'New' },
      }),
      scenario(`DELETE ${path}`, { ...common, allowed: toWriters(side), answer: ok }),
      scenario(`GET ${path}/shares`, {
        ...common,
        allowed: toViewers(side),
        answer: toPage(shares, 'createdAt'),
      }),
      scenario(`POST ${path}/shares`, {
        ...common,
        body: { name: 'For you', parameters: { goals: true } },
        allowed: toWriters(side),
        answer: {
          ...toShare(side, kind),
          ...fresh,
          name: 'For you',
          slug: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
          parameters: { goals: true },
        },
      }),
    ]
  })

/** Visitors of two things and something unknown: of those that the caller may see. */
const charts = (kind: Exclude<Kind, 'board'>, values: number[], total: number): Scenario =>
  scenario(`GET /api/${kind}s/charts`, {
    query: `ids=${own[kind]},${ofTeam[kind]},${own.board}`,
    allowed: users,
    answer: (caller) => ({
      data: Object.fromEntries(
        [own, ofTeam]
          .filter((side) => toViewers(side).includes(caller))
          .map((side) => [side[kind], { values, total }]),
      ),
    }),
  })
const noVisitors = Array.from({ length: 14 }, () => 0)

const websites: Scenario[] = [
  // Anna came on the morning of 1 March, Ben on this one.
  charts('website', [...noVisitors.slice(3), 1, 0, 1], 2),
  charts('link', noVisitors, 0),
  charts('pixel', noVisitors, 0),
  ownList('GET /api/websites', { ...toWebsite(own), user: toName('owner') }, 'name'),
  ...creation(
    'POST /api/websites',
    { name: 'Shop', domain: 'shop.example' },
    { ...toWebsite(own), shareId: null },
  ),
  ...toLife('website', toWebsite),
  ...both((side) => [
    scenario('POST /api/websites/:websiteId/reset', {
      side,
      at: { websiteId: side.website },
      allowed: toWriters(side),
      answer: ok,
    }),
    scenario('GET /api/websites/:websiteId/recorder', {
      side,
      at: { websiteId: side.website },
      allowed: everyone,
      answer: { enabled: false },
    }),
  ]),
  scenario('POST /api/websites/:websiteId/transfer', {
    when: 'from its user to a team where they are nobody',
    at: { websiteId: own.website },
    body: { teamId: team.id },
    allowed: [],
    answer: null,
  }),
  scenario('POST /api/websites/:websiteId/transfer', {
    when: 'from the team to oneself',
    side: ofTeam,
    at: { websiteId: ofTeam.website },
    body: { userId: people.teamOwner.id },
    allowed: ['teamOwner'],
    answer: { ...toWebsite(ofTeam), ...changed, userId: people.teamOwner.id, teamId: null },
  }),
]

const links: Scenario[] = [
  ownList('GET /api/links', toLink(own), 'createdAt'),
  ...creation(
    'POST /api/links',
    { name: 'Sale', url: 'https://shop.example/sale', slug: 'new-slug' },
    { ...toLink(own), slug: 'new-slug' },
  ),
  ...toLife('link', toLink),
]

const pixels: Scenario[] = [
  ownList('GET /api/pixels', toPixel(own), 'createdAt'),
  ...creation(
    'POST /api/pixels',
    { name: 'Letter', slug: 'new-slug' },
    { ...toPixel(own), slug: 'new-slug' },
  ),
  ...toLife('pixel', toPixel),
]

const boards: Scenario[] = [
  ownList('GET /api/boards', toBoard(own), 'createdAt'),
  ...creation(
    'POST /api/boards',
    { type: 'open', name: 'Wall' },
    { ...toBoard(own), parameters: {} },
  ),
  ...toLife('board', toBoard),
  ...both((side) =>
    scenario('POST /api/boards/:boardId/clone', {
      side,
      at: { boardId: side.board },
      // Who may see it; global view-only users create nothing.
      allowed: toViewers(side).filter((caller) => caller !== 'viewOnly'),
      answer: (caller) => ({
        ...toBoard(side),
        ...fresh,
        name: 'Wall (copy)',
        ...(side === ofTeam && caller !== 'teamViewOnly' ? ownedByTeam : ownedBy(caller)),
      }),
    }),
  ),
  scenario('GET /api/dashboard', { allowed: users, answer: null }),
  scenario('POST /api/dashboard', {
    body: { parameters: { rows: [] } },
    allowed: users,
    answer: (caller) => ({
      ...fresh,
      id: toId(caller),
      type: 'dashboard',
      name: 'Dashboard',
      description: '',
      parameters: { rows: [] },
      ...ownedBy(caller),
    }),
  }),
]

const shares: Scenario[] = both((side) => [
  scenario('POST /api/share', {
    side,
    body: { entityId: side.link, shareType: 2, name: 'Mine', slug: 'x', parameters: {} },
    allowed: toWriters(side),
    answer: { ...toShare(side, 'link'), ...fresh, name: 'Mine', slug: 'x' },
  }),
  scenario('GET /api/share/id/:shareId', {
    side,
    at: { shareId: side.shares.pixel },
    allowed: toViewers(side),
    answer: toShare(side, 'pixel'),
  }),
  scenario('POST /api/share/id/:shareId', {
    side,
    at: { shareId: side.shares.pixel },
    body: { name: 'New', slug: 'y', parameters: { allowFilter: false } },
    allowed: toWriters(side),
    answer: {
      ...toShare(side, 'pixel'),
      ...changed,
      name: 'New',
      slug: 'y',
      parameters: { allowFilter: false },
    },
  }),
  scenario('DELETE /api/share/id/:shareId', {
    side,
    at: { shareId: side.shares.pixel },
    allowed: toWriters(side),
    answer: ok,
  }),
  scenario('GET /api/share/:slug', {
    side,
    at: { slug: `${side.name}-website-slug` },
    allowed: everyone,
    answer: {
      shareId: side.shares.website,
      shareType: 1,
      parameters: {},
      websiteId: side.website,
      token: expect.any(String),
    },
  }),
  scenario('GET /api/share/:slug', {
    side,
    when: 'of a board',
    at: { slug: `${side.name}-board-slug` },
    allowed: everyone,
    answer: {
      shareId: side.shares.board,
      shareType: 4,
      parameters: {},
      boardId: side.board,
      websiteIds: [side.website],
      linkIds: [side.link],
      pixelIds: [],
      token: expect.any(String),
    },
  }),
])

const segments: Scenario[] = both((side) => {
  const path = '/api/websites/:websiteId/segments'
  const all = { side, at: { websiteId: side.website, segmentId: side.segment } }
  const body = {
    type: 'cohort',
    name: 'Buyers',
    parameters: { dateRange: '30day', action: { type: 'event', value: 'buy' } },
  }
  // The closed share page lets nobody filter.
  const seen = [...toViewers(side), 'share'] as const
  return [
    scenario(`GET ${path}`, {
      ...all,
      query: 'type=segment',
      allowed: seen,
      answer: toPage([toSegment(side)], 'name'),
    }),
    scenario(`POST ${path}`, {
      ...all,
      body,
      allowed: toWriters(side),
      answer: { ...fresh, websiteId: side.website, ...body },
    }),
    scenario(`GET ${path}/:segmentId`, { ...all, allowed: seen, answer: toSegment(side) }),
    scenario(`POST ${path}/:segmentId`, {
      ...all,
      body,
      allowed: toWriters(side),
      answer: { ...toSegment(side), ...changed, ...body },
    }),
    scenario(`DELETE ${path}/:segmentId`, { ...all, allowed: toWriters(side), answer: ok }),
  ]
})

/** Visitors of share pages see no authors. */
const shownTo = (caller: Caller, row: object): object =>
  caller === 'share' || caller === 'closedShare' ? { ...row, userId: null } : row

const reports: Scenario[] = both((side) => {
  const all = { side, at: { websiteId: side.website, reportId: side.report } }
  const body = { websiteId: side.website, type: 'utm', name: 'Sources', parameters: { deep: [1] } }
  // The closed share page does not show goals.
  const seen = [...toViewers(side), 'share'] as const
  return [
    scenario('GET /api/reports', {
      ...all,
      query: `websiteId=${side.website}`,
      allowed: seen,
      answer: (caller) =>
        toPage(
          [toFunnel(side), toReport(side)].map((row) => shownTo(caller, row)),
          'createdAt',
        ),
    }),
    scenario('GET /api/websites/:websiteId/reports', {
      ...all,
      allowed: seen,
      answer: (caller) =>
        toPage(
          [toFunnel(side), toReport(side)].map((row) => shownTo(caller, row)),
          'createdAt',
        ),
    }),
    scenario('POST /api/reports', {
      ...all,
      body,
      allowed: toWriters(side),
      answer: (caller) => ({ ...fresh, ...body, userId: toId(caller), description: '' }),
    }),
    scenario('GET /api/reports/:reportId', {
      ...all,
      allowed: seen,
      answer: (caller) => shownTo(caller, toReport(side)),
    }),
    scenario('POST /api/reports/:reportId', {
      ...all,
      body,
      allowed: toWriters(side),
      answer: { ...toReport(side), ...changed, ...body },
    }),
    scenario('DELETE /api/reports/:reportId', { ...all, allowed: toWriters(side), answer: ok }),
  ]
})

/** Deletion cannot be undone between two callers, so that one of them finds the session. */
export const sessionDeletions: Scenario[] = both((side) => {
  const operation = 'DELETE /api/websites/:websiteId/sessions/:sessionId'
  const common = { side, allowed: toWriters(side) }
  return [
    scenario(operation, {
      ...common,
      when: 'that is not there',
      at: { websiteId: side.website, sessionId: '99999999-9999-4999-8999-999999999999' },
      status: 404,
      answer: { error: { message: 'Session not found.', code: 'not-found', status: 404 } },
    }),
    scenario(operation, {
      ...common,
      when: 'that is there',
      at: { websiteId: side.website, sessionId: annasSession },
      askedBy: ['guest', 'stranger', 'share', 'viewOnly', 'teamViewOnly', 'admin'],
      answer: ok,
    }),
  ]
})

/** Funnels, or goals: one saved before, and how one is saved. */
const toSavedLife = (
  plural: 'funnels' | 'goals',
  toRow: (side: Side) => object & { id: string },
  parameters: object,
): Scenario[] =>
  both((side) => {
    const path = `/api/websites/:websiteId/${plural}`
    const idName = plural === 'funnels' ? 'funnelId' : 'goalId'
    const row = toRow(side)
    const all = { side, at: { websiteId: side.website, [idName]: row.id } }
    const body = { name: 'New', parameters }
    const one = `${path}/:${idName}`
    // The closed share page shows neither.
    const seen = [...toViewers(side), 'share'] as const
    return [
      scenario(`GET ${path}`, {
        ...all,
        allowed: seen,
        answer: (caller) => toPage([shownTo(caller, row)], 'createdAt'),
      }),
      scenario(`POST ${path}`, {
        ...all,
        body,
        allowed: toWriters(side),
        answer: (caller) => ({
          ...row,
          ...fresh,
          ...body,
          ...ok,
          userId: toId(caller),
          description: '',
        }),
      }),
      scenario(`GET ${one}`, {
        ...all,
        allowed: seen,
        answer: (caller) => ({ ...shownTo(caller, row), ...ok }),
      }),
      scenario(`POST ${one}`, {
        ...all,
        body,
        allowed: toWriters(side),
        answer: { ...row, ...changed, ...body, ...ok },
      }),
      scenario(`DELETE ${one}`, { ...all, allowed: toWriters(side), answer: ok }),
    ]
  })

const savedFunnels = toSavedLife('funnels', toFunnel, {
  steps: [
    { type: 'path', value: '/*' },
    { type: 'event', value: 'sold', filters: [{ property: 'a', operator: 'c', value: 'b' }] },
  ],
  window: 1,
})
const savedGoals = toSavedLife('goals', toReport, { type: 'event', value: 'sold' })

const annotations: Scenario[] = both((side) => {
  const path = '/api/websites/:websiteId/annotations'
  const all = { side, at: { websiteId: side.website, annotationId: side.annotation } }
  const body = { date: '2026-02-28T08:00:00+01:00', note: 'Letter sent' }
  const seen = seenBy(side, 'website')
  const sent = { date: '2026-02-28T07:00:00.000Z', note: 'Letter sent' }
  return [
    scenario(`GET ${path}`, {
      ...all,
      allowed: seen,
      answer: (caller) => toPage([shownTo(caller, toAnnotation(side))], 'date'),
    }),
    scenario(`POST ${path}`, {
      ...all,
      body,
      allowed: toWriters(side),
      answer: (caller) => ({
        ...fresh,
        ...sent,
        websiteId: side.website,
        userId: toId(caller),
        allDay: false,
      }),
    }),
    scenario(`GET ${path}/:annotationId`, {
      ...all,
      allowed: seen,
      answer: (caller) => shownTo(caller, toAnnotation(side)),
    }),
    scenario(`POST ${path}/:annotationId`, {
      ...all,
      body,
      allowed: toWriters(side),
      answer: { ...toAnnotation(side), ...changed, ...sent },
    }),
    scenario(`DELETE ${path}/:annotationId`, { ...all, allowed: toWriters(side), answer: ok }),
  ]
})

export const entityScenarios: Scenario[] = [
  ...websites,
  ...links,
  ...pixels,
  ...boards,
  ...shares,
  ...segments,
  ...reports,
  ...savedFunnels,
  ...savedGoals,
  ...annotations,
]
