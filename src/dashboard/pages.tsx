// Every page: add a row here and a file in pages/, and it has its address and its place in the menus.

import type { ComponentType } from 'preact'
import type { Section } from '../shares/sections.ts'
import type { Source } from './state/source.ts'
import type { MessageKey } from './text/messages.ts'

export interface PageProps {
  /** Values of the address's :names. */
  params: Record<string, string>
}

export type PageLoader = () => Promise<ComponentType<PageProps>>

/** A page of its own. */
export interface Page {
  /** Address with :names; the roots are listed in routes.ts. */
  path: string
  title: MessageKey
  /** `bare`: without an account and its menus. */
  frame: 'account' | 'bare'
  /** Its place in the main menu; pages without one are reached from others. */
  menu?: 'main' | 'account'
  isForAdmins?: boolean
  load: PageLoader
}

/** A page about a website, link or pixel, below its address: /websites/:id, /links/:id, /share/:slug. */
export interface SourcePage {
  /** After the source's address; the overview has none. */
  path: string
  title: MessageKey
  /** What a share page must open to show it; `null` where share pages never do. */
  section: Section | null
  /** Its place in the source's menu; pages without one are reached from others. */
  menu?: 'main' | 'reports'
  /** What it is for; all kinds when left out. */
  kinds?: readonly Source['kind'][]
  load: PageLoader
}

export const pages: readonly Page[] = [
  {
    path: '/login',
    title: 'login',
    frame: 'bare',
    load: async () => (await import('./pages/login.tsx')).Login,
  },
  {
    path: '/first-steps',
    title: 'firstSteps',
    frame: 'account',
    load: async () => (await import('./pages/first-steps.tsx')).FirstSteps,
  },
  {
    path: '/websites',
    title: 'websites',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./pages/websites.tsx')).Websites,
  },
  {
    path: '/boards',
    title: 'boards',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./pages/boards.tsx')).Boards,
  },
  {
    path: '/boards/:id',
    title: 'boards',
    frame: 'account',
    load: async () => (await import('./pages/board.tsx')).BoardPage,
  },
  {
    path: '/boards/:id/edit',
    title: 'boards.edit',
    frame: 'account',
    load: async () => (await import('./pages/board-edit.tsx')).BoardEdit,
  },
  {
    path: '/links',
    title: 'links',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./pages/links.tsx')).Links,
  },
  {
    path: '/pixels',
    title: 'pixels',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./pages/pixels.tsx')).Pixels,
  },
  {
    path: '/settings',
    title: 'settings',
    frame: 'account',
    menu: 'account',
    load: async () => (await import('./pages/settings.tsx')).Settings,
  },
  {
    path: '/teams',
    title: 'teams',
    frame: 'account',
    menu: 'account',
    load: async () => (await import('./pages/teams.tsx')).Teams,
  },
  {
    path: '/teams/:id',
    title: 'team',
    frame: 'account',
    load: async () => (await import('./pages/team.tsx')).TeamPage,
  },
  {
    path: '/admin',
    title: 'admin',
    frame: 'account',
    menu: 'account',
    isForAdmins: true,
    load: async () => (await import('./pages/admin-users.tsx')).AdminUsers,
  },
  {
    path: '/admin/websites',
    title: 'admin',
    frame: 'account',
    isForAdmins: true,
    load: async () => (await import('./pages/admin-websites.tsx')).AdminWebsites,
  },
  {
    path: '/admin/teams',
    title: 'admin',
    frame: 'account',
    isForAdmins: true,
    load: async () => (await import('./pages/admin-teams.tsx')).AdminTeams,
  },
]

export const sourcePages: readonly SourcePage[] = [
  {
    path: '',
    title: 'overview',
    section: 'overview',
    menu: 'main',
    load: async () => (await import('./pages/overview.tsx')).Overview,
  },
  {
    path: '/realtime',
    title: 'realtime',
    section: 'realtime',
    menu: 'main',
    load: async () => (await import('./pages/realtime.tsx')).Realtime,
  },
  {
    path: '/sessions',
    title: 'sessions',
    section: 'sessions',
    menu: 'main',
    load: async () => (await import('./pages/sessions.tsx')).Sessions,
  },
  {
    path: '/sessions/:sessionId',
    title: 'session',
    section: 'sessions',
    load: async () => (await import('./pages/session.tsx')).Session,
  },
  {
    path: '/events',
    title: 'events',
    section: 'events',
    menu: 'main',
    kinds: ['website'],
    load: async () => (await import('./pages/events.tsx')).Events,
  },
  {
    path: '/revenue',
    title: 'revenue',
    section: 'revenue',
    menu: 'main',
    kinds: ['website'],
    load: async () => (await import('./pages/revenue.tsx')).Revenue,
  },
  {
    path: '/performance',
    title: 'performance',
    section: 'performance',
    menu: 'main',
    kinds: ['website'],
    load: async () => (await import('./pages/performance.tsx')).Performance,
  },
  {
    path: '/goals',
    title: 'goals',
    section: 'goals',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/goals.tsx')).Goals,
  },
  {
    path: '/funnels',
    title: 'funnels',
    section: 'funnels',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/funnels.tsx')).Funnels,
  },
  {
    path: '/journeys',
    title: 'journeys',
    section: 'journeys',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/journeys.tsx')).Journeys,
  },
  {
    path: '/retention',
    title: 'retention',
    section: 'retention',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/retention.tsx')).Retention,
  },
  {
    path: '/attribution',
    title: 'attribution',
    section: 'attribution',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/attribution.tsx')).Attribution,
  },
  {
    path: '/breakdown',
    title: 'breakdown',
    section: 'breakdown',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/breakdown.tsx')).Breakdown,
  },
  {
    path: '/utm',
    title: 'utm',
    section: 'utm',
    menu: 'reports',
    kinds: ['website'],
    load: async () => (await import('./pages/utm.tsx')).Utm,
  },
  {
    path: '/settings',
    title: 'settings',
    section: null,
    menu: 'main',
    load: async () => (await import('./pages/source-settings.tsx')).SourceSettings,
  },
]
