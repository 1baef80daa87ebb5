// The rows of answers about the fixtures, written out in full.

import { expect } from 'bun:test'
import {
  before,
  boardLayout,
  type Caller,
  funnelParameters,
  type Person,
  people,
  team,
  toMemberId,
  toSlug,
  toUsername,
} from './fixtures.ts'
import type { Kind, Side } from './side.ts'

export const anyId = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
export const anyToken = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)

export const ok = { ok: true }

/** The answer to who may not, and to who asks for what is not there without seeing everything. */
export const refused = (message = 'Unauthorized') => ({
  error: { message, code: 'unauthorized', status: 401 },
})

const made = { createdAt: before, updatedAt: before }

export const toPage = (data: unknown[], orderBy: string, sortDescending = orderBy !== 'name') => ({
  data,
  count: data.length,
  page: 1,
  pageSize: 20,
  isCapped: false,
  orderBy,
  // By name upwards, by date mostly downwards.
  sortDescending,
})

export const findUser = (person: Person) => ({
  id: people[person].id,
  username: toUsername(person),
  role: people[person].role,
  createdAt: before,
})

export const toName = (person: Person) => ({ id: people[person].id, username: toUsername(person) })

export const toWebsite = (side: Side) => ({
  id: side.website,
  name: 'Shop',
  domain: 'shop.example',
  resetAt: null,
  userId: side.userId,
  teamId: side.teamId,
  createdBy: side.createdBy,
  ...made,
  deletedAt: null,
  recorderEnabled: false,
  replayConfig: null,
  shareId: toSlug(side, 'website'),
})

export const toLink = (side: Side) => ({
  id: side.link,
  name: 'Sale',
  url: 'https://shop.example/sale',
  slug: toSlug(side, 'link'),
  userId: side.userId,
  teamId: side.teamId,
  ...made,
  deletedAt: null,
})

export const toPixel = (side: Side) => ({
  id: side.pixel,
  name: 'Letter',
  slug: toSlug(side, 'pixel'),
  userId: side.userId,
  teamId: side.teamId,
  ...made,
  deletedAt: null,
})

export const toBoard = (side: Side) => ({
  id: side.board,
  type: 'mixed',
  name: 'Wall',
  description: '',
  parameters: boardLayout(side),
  userId: side.userId,
  teamId: side.teamId,
  ...made,
})

export const toSegment = (side: Side) => ({
  id: side.segment,
  websiteId: side.website,
  type: 'segment',
  name: 'Phones',
  parameters: { match: 'any' },
  ...made,
})

export const toReport = (side: Side) => ({
  id: side.report,
  userId: side.createdBy,
  websiteId: side.website,
  type: 'goal',
  name: 'Sold',
  description: 'Thanks seen',
  parameters: { type: 'path', value: '/thanks' },
  ...made,
})

export const toFunnel = (side: Side) => ({
  ...toReport(side),
  id: side.funnel,
  type: 'funnel',
  name: 'Sales',
  description: '',
  parameters: funnelParameters,
})

export const toAnnotation = (side: Side) => ({
  id: side.annotation,
  userId: side.createdBy,
  websiteId: side.website,
  date: before,
  allDay: true,
  note: 'New prices',
  ...made,
})

const shareTypes = { website: 1, link: 2, pixel: 3, board: 4 }

export const toShare = (side: Side, kind: Kind) => ({
  id: side.shares[kind],
  entityId: side[kind],
  name: 'Public',
  shareType: shareTypes[kind],
  slug: toSlug(side, kind),
  parameters: {},
  ...made,
})

export const toClosedShare = (side: Side) => ({
  ...toShare(side, 'website'),
  id: side.shares.closed,
  name: 'Overview',
  slug: toSlug(side, 'closed'),
  parameters: { overview: true, allowFilter: false },
  createdAt: '2026-03-01T09:29:59.000Z',
  updatedAt: '2026-03-01T09:29:59.000Z',
})

export const readMember = (person: Person) => ({
  id: toMemberId(person),
  teamId: team.id,
  userId: people[person].id,
  role: people[person].teamRole,
  ...made,
})

const members: readonly Person[] = [
  'teamOwner',
  'viewOnly',
  'teamManager',
  'teamMember',
  'teamViewOnly',
]

export const allMembers = () => members.map(readMember)
export const allNamedMembers = () =>
  members.map((person) => ({ ...readMember(person), user: toName(person) }))

const seesCode: readonly Caller[] = ['admin', 'teamOwner', 'teamManager', 'viewOnly']

/** The team as a caller sees it: its code is for those who manage it. */
export const toTeam = (caller: Caller) => ({
  id: team.id,
  name: team.name,
  accessCode: seesCode.includes(caller) ? team.accessCode : null,
  logoUrl: null,
  twoFactorRequired: false,
  ...made,
  deletedAt: null,
})

export const toListedTeam = (caller: Caller) => ({
  ...toTeam(caller),
  members: allNamedMembers(),
  _count: { websites: 1, members: members.length },
})

export const isMember = (caller: Caller): boolean =>
  caller in people && people[caller as Person].teamRole !== null

const toListedUser = (person: Person) => ({
  ...findUser(person),
  logoUrl: null,
  displayName: null,
  updatedAt: findUser(person).createdAt,
  deletedAt: null,
  _count: { websites: people[person].id === people.owner.id ? 1 : 0 },
})

/** Newest first, and of the same instant by id downwards. */
export const allUsers = () =>
  (Object.keys(people) as Person[]).map(toListedUser).sort((a, b) => (a.id < b.id ? 1 : -1))
