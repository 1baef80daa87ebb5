// The people and things that the scenarios of the access test are about. Ids and instants are fixed,
// so that whole answers are known in advance.

import type { TeamRole } from '../../src/access/permissions.ts'
import { createShare, findShare, type ShareType } from '../../src/access/share-store.ts'
import type { Role } from '../../src/access/user.ts'
import { createAnnotation } from '../../src/annotations/store.ts'
import { createKey } from '../../src/api-keys/store.ts'
import { createBoard } from '../../src/boards/store.ts'
import { linkStore } from '../../src/links/links.ts'
import { pixelStore } from '../../src/pixels/pixels.ts'
import { createReport } from '../../src/saved-reports/store.ts'
import { createSegment } from '../../src/segments/store.ts'
import { createMember } from '../../src/teams/members.ts'
import { createTeam } from '../../src/teams/store.ts'
import { createUser, findUser } from '../../src/users/store.ts'
import { createWebsite } from '../../src/websites/store.ts'
import { adminId, startServer, type TestServer } from '../support/app.ts'
import { record } from './recorded.ts'
import type { Kind, Side } from './side.ts'

/** When the fixtures was made, and when it is asked. */
export const before = '2026-03-01T09:30:00.000Z'
export const today = '2026-03-02T10:00:00.000Z'

export const callers = [
  'guest',
  'stranger',
  'viewOnly',
  'teamOwner',
  'teamManager',
  'teamMember',
  'teamViewOnly',
  'owner',
  'admin',
  'share',
  'closedShare',
] as const
export type Caller = (typeof callers)[number]
export type Person = Exclude<Caller, 'guest' | 'share' | 'closedShare'>

const toId = (kind: number, index: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`

export const people: Record<Person, { id: string; role: Role; teamRole: TeamRole | null }> = {
  stranger: { id: toId(1, 1), role: 'user', teamRole: null },
  // A global view-only user changes nothing, not even as manager of the team.
  viewOnly: { id: toId(1, 2), role: 'view-only', teamRole: 'team-manager' },
  teamOwner: { id: toId(1, 3), role: 'user', teamRole: 'team-owner' },
  teamManager: { id: toId(1, 4), role: 'user', teamRole: 'team-manager' },
  teamMember: { id: toId(1, 5), role: 'user', teamRole: 'team-member' },
  teamViewOnly: { id: toId(1, 6), role: 'user', teamRole: 'team-view-only' },
  owner: { id: toId(1, 7), role: 'user', teamRole: null },
  admin: { id: adminId, role: 'admin', teamRole: null },
}

/** Names are stored in lower case. */
export const toUsername = (person: Person): string => person.toLowerCase()

export const team = { id: toId(2, 1), name: 'Crew', accessCode: 'team_abcdefgh12345678' }
export const toMemberId = (person: Person): string =>
  toId(3, Object.keys(people).indexOf(person) + 1)

const kinds: readonly Kind[] = ['website', 'link', 'pixel', 'board']

const toSide = (name: Side['name'], index: number): Side => ({
  name,
  userId: name === 'own' ? people.owner.id : null,
  teamId: name === 'team' ? team.id : null,
  createdBy: name === 'own' ? people.owner.id : people.teamMember.id,
  website: toId(4, index),
  link: toId(5, index),
  pixel: toId(6, index),
  board: toId(7, index),
  segment: toId(8, index),
  report: toId(9, index),
  annotation: toId(10, index),
  funnel: toId(16, index),
  shares: {
    website: toId(11, index),
    link: toId(12, index),
    pixel: toId(13, index),
    board: toId(14, index),
    closed: toId(15, index),
  },
})

export const own = toSide('own', 1)
export const ofTeam = toSide('team', 2)

export const toSlug = (side: Side, what: Kind | 'closed'): string => `${side.name}-${what}-slug`
export const boardLayout = (side: Side) => ({ websiteId: side.website, linkId: side.link })

/** Of the owner. */
export const apiKey = { id: toId(16, 1), text: `footfall_abcd${'0'.repeat(28)}` }
export const funnelParameters = {
  steps: [
    { type: 'path', value: '/' },
    { type: 'path', value: '/thanks' },
  ],
  window: 7,
}

export const password = 'the password of everyone'

export interface Fixtures {
  server: TestServer
  /** Headers of a request by this caller, who may hold the token of a share page. */
  toHeaders(caller: Caller, side: Side, kind: Kind): Promise<Record<string, string>>
  /** Runs `work` and undoes what it did to the entities. */
  undo<Result>(work: () => Promise<Result>): Promise<Result>
}

export async function openFixtures(): Promise<Fixtures> {
  const server = await startServer({ now: before })
  const { app } = server
  await fill(server)
  for (const side of [own, ofTeam]) await record(server, side)
  server.setNow(today)
  return {
    server,
    async toHeaders(caller, side, kind): Promise<Record<string, string>> {
      if (caller === 'guest') return {}
      if (caller === 'share' || caller === 'closedShare') {
        const share = findShare(app.entities, side.shares[caller === 'share' ? kind : 'closed'])
        const token = share ? await app.shareTokens.issue(share) : ''
        return { 'x-umami-share-token': token, 'x-umami-share-context': '1' }
      }
      const user = findUser(app.entities, people[caller].id)
      return user ? { Authorization: `Bearer ${await app.tokens.issue(user)}` } : {}
    },
    async undo(work) {
      app.entities.run('savepoint work')
      try {
        return await work()
      } finally {
        app.entities.run('rollback to work')
        app.entities.run('release work')
        app.targets.invalidateAll()
      }
    },
  }
}

async function fill({ app }: TestServer): Promise<void> {
  const db = app.entities
  const now = Date.parse(before)
  const passwordHash = await Bun.password.hash(password, {
    algorithm: 'argon2id',
    memoryCost: 8,
    timeCost: 1,
  })
  for (const [name, { id, role }] of Object.entries(people)) {
    if (name !== 'admin') createUser(db, { id, username: name, passwordHash, role, createdAt: now })
  }
  db.query('update user set password_hash = ? where id = ?').run(passwordHash, adminId)
  createTeam(db, {
    ...team,
    ownerId: people.teamOwner.id,
    memberId: toMemberId('teamOwner'),
    now,
  })
  for (const person of ['viewOnly', 'teamManager', 'teamMember', 'teamViewOnly'] as const) {
    createMember(db, {
      id: toMemberId(person),
      teamId: team.id,
      userId: people[person].id,
      role: people[person].teamRole as TeamRole,
      now,
    })
  }
  for (const side of [own, ofTeam]) fillSide(app, side, now)
  createKey(db, {
    ...apiKey,
    userId: people.owner.id,
    name: 'Import',
    keyPrefix: 'footfall_abcd',
    scope: 'read-only',
    websiteIds: [own.website],
    expiresAt: null,
    now,
  })
}

function fillSide({ entities: db }: TestServer['app'], side: Side, now: number): void {
  const { userId, teamId, createdBy } = side
  const owner = { userId, teamId }
  createWebsite(db, {
    id: side.website,
    name: 'Shop',
    domain: 'shop.example',
    createdBy,
    ...owner,
    now,
  })
  const url = 'https://shop.example/sale'
  linkStore.create(
    db,
    { id: side.link, name: 'Sale', url, slug: toSlug(side, 'link'), ...owner },
    now,
  )
  pixelStore.create(
    db,
    { id: side.pixel, name: 'Letter', slug: toSlug(side, 'pixel'), ...owner },
    now,
  )
  const parameters = JSON.stringify(boardLayout(side))
  const board = { id: side.board, type: 'mixed', name: 'Wall', description: '', parameters }
  createBoard(db, { ...board, ...owner }, now)
  createSegment(
    db,
    side.website,
    { id: side.segment, type: 'segment', name: 'Phones', parameters: '{"match":"any"}' },
    now,
  )
  createReport(
    db,
    createdBy,
    {
      id: side.report,
      websiteId: side.website,
      type: 'goal',
      name: 'Sold',
      description: 'Thanks seen',
      parameters: '{"type":"path","value":"/thanks"}',
    },
    now,
  )
  createReport(
    db,
    createdBy,
    {
      id: side.funnel,
      websiteId: side.website,
      type: 'funnel',
      name: 'Sales',
      description: '',
      parameters: JSON.stringify(funnelParameters),
    },
    now,
  )
  createAnnotation(
    db,
    { websiteId: side.website, userId: createdBy },
    { id: side.annotation, at: Date.parse(before), allDay: 1, note: 'New prices' },
    now,
  )
  kinds.forEach((kind, index) => {
    createShare(db, {
      id: side.shares[kind],
      entityId: side[kind],
      name: 'Public',
      shareType: (index + 1) as ShareType,
      slug: toSlug(side, kind),
      parameters: {},
      now,
    })
  })
  createShare(db, {
    id: side.shares.closed,
    entityId: side.website,
    name: 'Overview',
    shareType: 1,
    slug: toSlug(side, 'closed'),
    parameters: { overview: true, allowFilter: false },
    now: now - 1000,
  })
}
