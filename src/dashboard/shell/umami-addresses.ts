// Addresses of Umami's dashboard, so that bookmarks and links in other documents go on working.

import { matchPath } from '../state/route.ts'

/** Addresses with :names, and where they lead; what is not here is the same in both. */
const addresses: readonly [from: string, to: string][] = [
  ['/dashboard', '/websites'],
  ['/account', '/settings'],
  ['/profile', '/settings'],
  ['/account/:page', '/settings'],
  ['/settings/profile', '/settings'],
  ['/settings/preferences', '/settings'],
  ['/settings/websites', '/websites'],
  ['/settings/websites/:id', '/websites/:id/settings'],
  ['/settings/teams', '/teams'],
  ['/settings/teams/:id', '/teams/:id'],
  ['/settings/users', '/admin'],
  ['/settings/users/:id', '/admin'],
  ['/admin/users', '/admin'],
  ['/admin/users/:id', '/admin'],
  ['/admin/websites/:id', '/websites/:id/settings'],
  ['/admin/teams/:id', '/teams/:id'],
  ['/websites/:id/compare', '/websites/:id?compare=prev'],
  ['/websites/:id/reports', '/websites/:id/goals'],
  ['/websites/:id/segments', '/websites/:id/settings?tab=segments'],
  ['/websites/:id/cohorts', '/websites/:id/settings?tab=segments'],
  ['/teams/:team/settings', '/teams/:team'],
  ['/teams/:team/dashboard', '/websites?team=:team'],
  ['/teams/:team/websites', '/websites?team=:team'],
  ['/teams/:team/boards', '/boards?team=:team'],
  ['/teams/:team/links', '/links?team=:team'],
  ['/teams/:team/pixels', '/pixels?team=:team'],
  ['/teams/:team/websites/:id', '/websites/:id'],
  ['/teams/:team/websites/:id/:page', '/websites/:id/:page'],
]

/** The path here of an address of Umami; `null` for any other. */
export function findUmamiAddress(path: string): string | null {
  for (const [from, to] of addresses) {
    const names = matchPath(from, path)
    if (names) {
      return to.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
    }
  }
  return null
}
