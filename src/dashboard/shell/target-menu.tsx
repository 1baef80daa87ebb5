import { useEffect, useRef } from 'preact/hooks'
import { Menu } from '../components/menu.tsx'
import { isFilterName } from '../filters/filter.ts'
import type { TargetPage } from '../page.ts'
import { targetPages } from '../pages.tsx'
import { toAddress, usePageLocation } from '../state/location.ts'
import { hasSection, opensSection, type Target } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { matchPath } from './route.ts'

/** The pages that a target has for this reader. */
const listPages = (target: Target): TargetPage[] =>
  targetPages.filter(({ section }) =>
    section === null
      ? !target.isShared
      : hasSection(target.kind, section) && (!target.isShared || opensSection(target, section)),
  )

/** The page at an address below a target; a share page that is not open there has none. */
export function findTargetPage(target: Target, path: string) {
  const open = listPages(target)
  for (const page of open) {
    const params = matchPath(page.path, path)
    if (params) return { page, params }
  }
  // A share page without the overview begins with what it has.
  const [first] = open.filter(({ menu }) => menu)
  return target.isShared && path === '' && first ? { page: first, params: {} } : null
}

const viewNames = ['range', 'compare', 'unit', 'chart']

/** The query that goes along from page to page of a target. */
const keepView = (query: URLSearchParams): string => {
  const next = new URLSearchParams(
    [...query].filter(([name]) => viewNames.includes(name) || isFilterName(name)),
  )
  const text = next.toString()
  return text ? `?${text}` : ''
}

/** Goes from page to page of a target. */
export function TargetMenu({ target, path }: { target: Target; path: string }) {
  const { query } = usePageLocation()
  const open = listPages(target)
  const present = findTargetPage(target, path)?.page
  const links = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On small screens the links do not fit, and the present one may be out of sight.
    const link = links.current?.querySelector('[aria-current]')
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  const inMenu = (menu: TargetPage['menu']) => open.filter((page) => page.menu === menu)
  const reports = inMenu('reports')
  const link = (page: TargetPage, name?: string) => (
    <a
      key={page.path}
      class={name}
      href={toAddress(target.root + page.path + keepView(query))}
      aria-current={page === present ? 'page' : undefined}
    >
      {t(page.title)}
    </a>
  )
  if (inMenu('main').length + reports.length < 2) return null
  return (
    <nav class="target-menu" aria-label={visible(target.name)}>
      <div class="target-menu-links" ref={links}>
        {inMenu('main').map((page) => link(page))}
      </div>
      {reports.length > 0 && (
        <Menu
          class={reports.some((page) => page === present) ? 'menu-present' : ''}
          face={<span>{present?.menu === 'reports' ? t(present.title) : t('reports')}</span>}
          label={
            present?.menu === 'reports' ? `${t('reports')}: ${t(present.title)}` : t('reports')
          }
          end
        >
          {reports.map((page) => link(page, 'menu-choice'))}
        </Menu>
      )}
    </nav>
  )
}
