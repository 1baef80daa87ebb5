// The caller's own account, users, teams and their members, and the listings of admins.

import { expect } from 'bun:test'
import {
  type Caller,
  ofTeam,
  own,
  type Person,
  password,
  people,
  team,
  today,
} from '../fixtures.ts'
import {
  allMembers,
  allNamedMembers,
  allUsers,
  anyId,
  anyToken,
  findUser,
  isMember,
  ok,
  readMember,
  toBoard,
  toLink,
  toListedTeam,
  toName,
  toPage,
  toPixel,
  toTeam,
  toWebsite,
} from '../rows.ts'
import { admins, creators, everyone, members, type Scenario, scenario, users } from '../scenario.ts'

const nothingOwned = {
  websites: 0,
  createdBy: 0,
  links: 0,
  pixels: 0,
  boards: 0,
  reports: 0,
  teams: 0,
  apiKeys: 0,
  twoFactorAuth: 0,
  twoFactorBackupCodes: 0,
  twoFactorOtpUseds: 0,
}

const toAccount = (caller: Caller) => ({
  ...findUser(caller as Person),
  isAdmin: caller === 'admin',
})
const toTeamNames = (caller: Caller) =>
  isMember(caller) ? [{ id: team.id, name: team.name, logoUrl: null }] : []
const toTeams = (caller: Caller) =>
  toPage(isMember(caller) ? [toListedTeam(caller)] : [], 'createdAt')
const toWebsites = (caller: Caller) => {
  const ownWebsite = { ...toWebsite(own), user: toName('owner') }
  return toPage(
    caller === 'owner' ? [ownWebsite] : caller === 'teamOwner' ? [toWebsite(ofTeam)] : [],
    'name',
  )
}

const account: Scenario[] = [
  scenario('POST /api/auth/login', {
    body: { username: ' StranGer ', password },
    allowed: everyone,
    answer: {
      token: anyToken,
      user: { ...toAccount('stranger'), teams: [], twoFactorSetupRequired: false },
    },
  }),
  scenario('POST /api/auth/verify', {
    allowed: users,
    answer: (caller) => ({
      ...toAccount(caller),
      teams: toTeamNames(caller),
      twoFactorSetupRequired: false,
    }),
  }),
  scenario('GET /api/auth/subscription', {
    allowed: users,
    answer: {
      hasSubscription: false,
      isPro: false,
      isBusiness: false,
      isNoBilling: false,
      unlimitedWebsites: true,
    },
  }),
  scenario('POST /api/auth/logout', { allowed: users, answer: ok }),
  scenario('GET /api/me', {
    allowed: users,
    answer: (caller) => ({
      token: anyToken,
      shareToken: null,
      user: toAccount(caller),
      authType: 'session',
    }),
  }),
  scenario('POST /api/me/password', {
    body: { currentPassword: password, newPassword: 'another password' },
    allowed: users,
    answer: (caller) => findUser(caller as Person),
  }),
  scenario('GET /api/me/teams', { allowed: users, answer: toTeams }),
  scenario('GET /api/me/websites', {
    query: 'includeTeams=true',
    allowed: users,
    answer: toWebsites,
  }),
]

const stranger = { userId: people.stranger.id }

const noBackup = {
  at: { name: 'none.tar.zst' },
  allowed: admins,
  status: 404,
  answer: { error: { message: 'Backup not found.', code: 'not-found', status: 404 } },
}

const backupScenarios: Scenario[] = [
  scenario('GET /api/admin/backups', {
    allowed: admins,
    answer: {
      data: [],
      folder: expect.stringContaining('backups'),
      isNightly: false,
      days: 7,
      isBusy: expect.any(Boolean),
      // Whether one was made depends on which scenario comes first.
      last: expect.not.stringContaining('footfall'),
      restoring: null,
    },
  }),
  scenario('POST /api/admin/backups', { allowed: admins, answer: ok }),
  scenario('POST /api/admin/backups/upload', {
    query: 'name=mine.tar.zst&offset=0',
    body: {},
    allowed: admins,
    answer: { bytes: 2 },
  }),
  scenario('GET /api/admin/backups/:name', noBackup),
  scenario('DELETE /api/admin/backups/:name', noBackup),
  scenario('POST /api/admin/backups/:name/restore', noBackup),
]

const userScenarios: Scenario[] = [
  scenario('POST /api/users', {
    body: { username: 'Neo', password: 'long enough', role: 'view-only' },
    allowed: admins,
    answer: { id: anyId, username: 'neo', role: 'view-only' },
  }),
  scenario('GET /api/users/:userId', {
    at: stranger,
    allowed: admins,
    answer: {
      ...findUser('stranger'),
      _count: nothingOwned,
    },
  }),
  scenario('GET /api/users/:userId', {
    when: 'who owns things',
    at: { userId: people.owner.id },
    allowed: admins,
    answer: {
      ...findUser('owner'),
      _count: {
        ...nothingOwned,
        websites: 1,
        createdBy: 1,
        links: 1,
        pixels: 1,
        boards: 1,
        reports: 2,
        apiKeys: 1,
      },
    },
  }),
  scenario('POST /api/users/:userId', {
    at: stranger,
    body: { username: 'Other', role: 'view-only' },
    allowed: admins,
    answer: { ...findUser('stranger'), username: 'other', role: 'view-only' },
  }),
  scenario('DELETE /api/users/:userId', { at: stranger, allowed: admins, answer: ok }),
  scenario('GET /api/users/:userId/websites', {
    at: { userId: people.teamOwner.id },
    query: 'includeTeams=1',
    allowed: admins,
    answer: toWebsites('teamOwner'),
  }),
  scenario('GET /api/users/:userId/teams', {
    at: { userId: people.teamMember.id },
    allowed: admins,
    answer: toPage([toListedTeam('admin')], 'createdAt'),
  }),
  scenario('GET /api/admin/users', { allowed: admins, answer: toPage(allUsers(), 'createdAt') }),
  scenario('GET /api/admin/websites', {
    allowed: admins,
    answer: toPage(
      [
        {
          ...toWebsite(ofTeam),
          user: null,
          team: { ...toTeam('admin'), members: [readMember('teamOwner')] },
        },
        { ...toWebsite(own), user: toName('owner'), team: null },
      ],
      'createdAt',
    ),
  }),
  scenario('GET /api/admin/teams', {
    allowed: admins,
    answer: toPage([toListedTeam('admin')], 'createdAt'),
  }),
  ...backupScenarios,
]

const at = { teamId: team.id }
const viewers: readonly Caller[] = [...members, 'admin']
const managers: readonly Caller[] = ['teamOwner', 'teamManager', 'admin']
const isNoMember = 'You must be a member of this team.'
const isNoManager = 'You must be the owner/manager of this team.'

const teams: Scenario[] = [
  scenario('GET /api/teams', { allowed: users, answer: toTeams }),
  scenario('POST /api/teams', {
    body: { name: 'Band' },
    allowed: creators,
    answer: (caller) => [
      {
        id: anyId,
        name: 'Band',
        accessCode: expect.stringMatching(/^team_[0-9A-Za-z]{16}$/),
        logoUrl: null,
        twoFactorRequired: false,
        createdAt: today,
        updatedAt: today,
        deletedAt: null,
      },
      {
        id: anyId,
        teamId: anyId,
        userId: people[caller as Person].id,
        role: 'team-owner',
        createdAt: today,
        updatedAt: today,
      },
    ],
  }),
  scenario('POST /api/teams/join', {
    when: 'of an unknown code',
    body: { accessCode: 'team_nobody_has_it' },
    allowed: users,
    status: 404,
    answer: { error: { message: 'Team not found.', code: 'team-not-found', status: 404 } },
  }),
  scenario('GET /api/teams/:teamId', {
    at,
    allowed: viewers,
    refusal: isNoMember,
    answer: (caller) => ({ ...toTeam(caller), members: allMembers() }),
  }),
  scenario('POST /api/teams/:teamId', {
    at,
    body: { name: 'Band', accessCode: 'long-enough' },
    allowed: managers,
    refusal: isNoManager,
    answer: { ...toTeam('admin'), name: 'Band', accessCode: 'long-enough', updatedAt: today },
  }),
  scenario('DELETE /api/teams/:teamId', {
    at,
    allowed: ['teamOwner', 'admin'],
    refusal: isNoManager,
    answer: ok,
  }),
  scenario('GET /api/teams/:teamId/websites', {
    at,
    allowed: viewers,
    refusal: isNoMember,
    answer: toPage([{ ...toWebsite(ofTeam), createUser: toName('teamMember') }], 'name'),
  }),
  scenario('GET /api/teams/:teamId/links', {
    at,
    allowed: viewers,
    refusal: isNoMember,
    answer: toPage([toLink(ofTeam)], 'createdAt'),
  }),
  scenario('GET /api/teams/:teamId/pixels', {
    at,
    allowed: viewers,
    refusal: isNoMember,
    answer: toPage([toPixel(ofTeam)], 'createdAt'),
  }),
  scenario('GET /api/teams/:teamId/boards', {
    at,
    allowed: viewers,
    refusal: isNoMember,
    answer: toPage([toBoard(ofTeam)], 'createdAt'),
  }),
]

const member = { ...at, userId: people.teamMember.id }
const teamOwner = { ...at, userId: people.teamOwner.id }
const badRequest = (message: string) => ({
  error: { message, code: 'bad-request', status: 400 },
})

const memberScenarios: Scenario[] = [
  scenario('GET /api/teams/:teamId/users', {
    at,
    allowed: viewers,
    refusal: isNoMember,
    answer: toPage(allNamedMembers(), 'createdAt', false),
  }),
  scenario('POST /api/teams/:teamId/users', {
    at,
    body: { userId: people.stranger.id, role: 'team-view-only' },
    allowed: managers,
    refusal: isNoManager,
    answer: {
      id: anyId,
      teamId: team.id,
      userId: people.stranger.id,
      role: 'team-view-only',
      createdAt: today,
      updatedAt: today,
    },
  }),
  scenario('GET /api/teams/:teamId/users/:userId', {
    at: member,
    allowed: managers,
    refusal: isNoManager,
    answer: readMember('teamMember'),
  }),
  scenario('POST /api/teams/:teamId/users/:userId', {
    at: member,
    body: { role: 'team-manager' },
    allowed: managers,
    refusal: isNoManager,
    answer: { ...readMember('teamMember'), role: 'team-manager', updatedAt: today },
  }),
  scenario('POST /api/teams/:teamId/users/:userId', {
    when: 'of the owner',
    at: teamOwner,
    body: { role: 'team-member' },
    allowed: managers,
    refusal: isNoManager,
    status: 400,
    answer: badRequest('The owner of a team stays its owner.'),
  }),
  scenario('DELETE /api/teams/:teamId/users/:userId', {
    when: 'of a member, who may leave',
    at: member,
    allowed: [...managers, 'teamMember'],
    refusal: isNoManager,
    answer: ok,
  }),
  scenario('DELETE /api/teams/:teamId/users/:userId', {
    when: 'of a global view-only user, who may leave too',
    at: { ...at, userId: people.viewOnly.id },
    allowed: [...managers, 'viewOnly'],
    refusal: isNoManager,
    answer: ok,
  }),
  scenario('DELETE /api/teams/:teamId/users/:userId', {
    when: 'of the owner',
    at: teamOwner,
    allowed: managers,
    refusal: isNoManager,
    status: 400,
    answer: badRequest('The owner of a team cannot leave it.'),
  }),
]

/** Who is in the team already cannot join it again. */
const joining: Scenario[] = users.map((caller) =>
  scenario('POST /api/teams/join', {
    when: `as ${caller}`,
    body: { accessCode: team.accessCode },
    askedBy: [caller],
    allowed: [caller],
    ...(isMember(caller)
      ? { status: 400, answer: badRequest('User is already a team member.') }
      : {
          answer: {
            id: anyId,
            teamId: team.id,
            userId: people[caller as Person].id,
            role: 'team-member',
            createdAt: today,
            updatedAt: today,
          },
        }),
  }),
)

export const peopleScenarios: Scenario[] = [
  ...account,
  ...userScenarios,
  ...teams,
  ...memberScenarios,
  ...joining,
]
