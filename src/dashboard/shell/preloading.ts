// What the first page needs, fetched while the account loads.

import { pages, targetPages } from '../pages.tsx'
import { prefetch } from '../state/answer.ts'
import { hasToken } from '../state/api.ts'
import { matchPath } from '../state/route.ts'
import { preload } from './lazy.tsx'

/** Begins to load the script of an address, and the website, link or pixel it is about. */
export function preloadPage(path: string): void {
  const page = pages.find((one) => matchPath(one.path, path))
  if (page) preload(page.load)
  const [, target, below] = /^(\/(?:websites|links|pixels|share)\/[^/]+)(.*)$/.exec(path) ?? []
  if (target === undefined || below === undefined) return
  if (hasToken() && !target.startsWith('/share/')) prefetch(`/api${target}`)
  const targetPage = targetPages.find((one) => matchPath(one.path, below))
  if (targetPage) preload(targetPage.load)
}
