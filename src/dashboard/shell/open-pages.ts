// Which pages a target has for a reader: those of its kind and, on share pages, of the open sections.

import type { TargetPage } from '../page.ts'
import { targetPages } from '../pages.tsx'
import { matchPath } from '../state/route.ts'
import { hasSection, opensSection, type Target } from '../state/target.ts'

/** The pages of a target that the reader may open, in the order of the table of pages. */
export const listOpenPages = (target: Target): TargetPage[] =>
  targetPages.filter(({ section }) =>
    section === null
      ? !target.isShared
      : hasSection(target.kind, section) && (!target.isShared || opensSection(target, section)),
  )

/** The page at an address below a target; a share page that is not open there has none. */
export function findTargetPage(target: Target, path: string) {
  const open = listOpenPages(target)
  for (const page of open) {
    const params = matchPath(page.path, path)
    if (params) return { page, params }
  }
  // A share page without the overview begins with what it has.
  const [first] = open.filter(({ menu }) => menu)
  return target.isShared && path === '' && first ? { page: first, params: {} } : null
}
