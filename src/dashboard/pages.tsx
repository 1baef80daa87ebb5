// Every page: a row here and a file in the folder of its subject give it an address and a place in the
// menus.

import type { Page, PageLoader, TargetPage } from './page.ts'
import type { ReportKind } from './reports/report-kind.ts'

/** Loads the page of a kind of report: the page of all reports, and what is particular to the kind. */
function reportPage<Parameters extends object>(
  loadKind: () => Promise<ReportKind<Parameters>>,
): PageLoader {
  return async () => {
    const [{ ReportPage }, kind] = await Promise.all([
      import('./reports/report-page.tsx'),
      loadKind(),
    ])
    return () => <ReportPage kind={kind} />
  }
}

export const pages: readonly Page[] = [
  {
    path: '/login',
    title: 'login',
    frame: 'bare',
    load: async () => (await import('./sign-in/login-page.tsx')).Login,
  },
  {
    path: '/first-steps',
    title: 'firstSteps',
    frame: 'account',
    load: async () => (await import('./websites/first-steps.tsx')).FirstSteps,
  },
  {
    path: '/websites',
    title: 'websites',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./websites/websites-page.tsx')).Websites,
  },
  {
    path: '/boards',
    title: 'boards',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./boards/boards-page.tsx')).Boards,
  },
  {
    path: '/boards/:id',
    title: 'boards',
    frame: 'account',
    load: async () => (await import('./boards/board-page.tsx')).BoardPage,
  },
  {
    path: '/boards/:id/edit',
    title: 'boards.edit',
    frame: 'account',
    load: async () => (await import('./boards/edit-page.tsx')).BoardEdit,
  },
  {
    path: '/links',
    title: 'links',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./links/links-page.tsx')).Links,
  },
  {
    path: '/pixels',
    title: 'pixels',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./links/links-page.tsx')).Pixels,
  },
  {
    path: '/settings',
    title: 'settings',
    frame: 'account',
    menu: 'account',
    load: async () => (await import('./settings/settings-page.tsx')).Settings,
  },
  {
    path: '/teams',
    title: 'teams',
    frame: 'account',
    menu: 'account',
    load: async () => (await import('./teams/teams-page.tsx')).Teams,
  },
  {
    path: '/teams/:id',
    title: 'team',
    frame: 'account',
    load: async () => (await import('./teams/team-page.tsx')).TeamPage,
  },
  {
    path: '/admin',
    title: 'admin',
    frame: 'account',
    menu: 'account',
    isForAdmins: true,
    load: async () => (await import('./admin/admin-users.tsx')).AdminUsers,
  },
  {
    path: '/admin/websites',
    title: 'admin',
    frame: 'account',
    isForAdmins: true,
    load: async () => (await import('./admin/admin-websites.tsx')).AdminWebsites,
  },
  {
    path: '/admin/teams',
    title: 'admin',
    frame: 'account',
    isForAdmins: true,
    load: async () => (await import('./admin/admin-teams.tsx')).AdminTeams,
  },
  {
    path: '/admin/log-in',
    title: 'admin',
    frame: 'account',
    isForAdmins: true,
    load: async () => (await import('./admin/admin-log-in.tsx')).AdminLogIn,
  },
  {
    path: '/admin/backups',
    title: 'admin',
    frame: 'account',
    isForAdmins: true,
    load: async () => (await import('./admin/admin-backups.tsx')).AdminBackups,
  },
]

export const targetPages: readonly TargetPage[] = [
  {
    path: '',
    title: 'overview',
    section: 'overview',
    menu: 'main',
    load: async () => (await import('./overview/overview-page.tsx')).Overview,
  },
  {
    path: '/realtime',
    title: 'realtime',
    section: 'realtime',
    menu: 'main',
    load: async () => (await import('./overview/realtime-page.tsx')).Realtime,
  },
  {
    path: '/sessions',
    title: 'sessions',
    section: 'sessions',
    menu: 'main',
    load: async () => (await import('./sessions/sessions-page.tsx')).Sessions,
  },
  {
    path: '/sessions/:sessionId',
    title: 'session',
    section: 'sessions',
    load: async () => (await import('./sessions/session-page.tsx')).Session,
  },
  {
    path: '/events',
    title: 'events',
    section: 'events',
    menu: 'main',
    load: async () => (await import('./events/events-page.tsx')).Events,
  },
  {
    path: '/revenue',
    title: 'revenue',
    section: 'revenue',
    menu: 'main',
    load: async () => (await import('./revenue/revenue-page.tsx')).Revenue,
  },
  {
    path: '/performance',
    title: 'performance',
    section: 'performance',
    menu: 'main',
    load: async () => (await import('./vitals/performance-page.tsx')).Performance,
  },
  {
    path: '/goals',
    title: 'goals',
    section: 'goals',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/funnels/goal.tsx')).goalKind),
  },
  {
    path: '/funnels',
    title: 'funnels',
    section: 'funnels',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/funnels/funnel.tsx')).funnelKind),
  },
  {
    path: '/journeys',
    title: 'journeys',
    section: 'journeys',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/journeys/journey.tsx')).journeyKind),
  },
  {
    path: '/retention',
    title: 'retention',
    section: 'retention',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/retention.tsx')).retentionKind),
  },
  {
    path: '/attribution',
    title: 'attribution',
    section: 'attribution',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/attribution.tsx')).attributionKind),
  },
  {
    path: '/breakdown',
    title: 'breakdown',
    section: 'breakdown',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/breakdown.tsx')).breakdownKind),
  },
  {
    path: '/utm',
    title: 'utm',
    section: 'utm',
    menu: 'reports',
    load: reportPage(async () => (await import('./reports/utm.tsx')).utmKind),
  },
  {
    path: '/settings',
    title: 'settings',
    section: null,
    menu: 'main',
    load: async () => (await import('./settings/target-settings.tsx')).TargetSettings,
  },
]
