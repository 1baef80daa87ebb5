// What the first page needs, fetched while the account is still being asked for.

import { pages, targetPages } from '../pages.tsx'
import { prefetch } from '../state/answer.ts'
import { hasToken } from '../state/api.ts'
import { matchPath } from '../state/route.ts'
import { preload } from './lazy.tsx'

/** Begins to load the script of an address, and the website, link or pixel it is about. */
export function preloadPage(path: string): void {
  const page = pages.find((one) => matchPath(one.path, path))
  if (page) preload(page.load)
  const [, source, below] = /^(\/(?:websites|links|pixels|share)\/[^/]+)(.*)$/.exec(path) ?? []
  if (source === undefined || below === undefined) return
  if (hasToken() && !source.startsWith('/share/')) prefetch(`/api${source}`)
  const sourcePage = targetPages.find((one) => matchPath(one.path, below))
  if (sourcePage) preload(sourcePage.load)
}
