import { useEffect, useRef } from 'preact/hooks'
import { Menu } from '../components/menu.tsx'
import { viewAndChartText } from '../filters/view.ts'
import type { TargetPage } from '../page.ts'
import { toAddress, usePageLocation } from '../state/location.ts'
import type { Target } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { findTargetPage, listOpenPages } from './open-pages.ts'

/** The address of a page of a target, with the view of the present one. */
const toPageAddress = ({ root }: Target, { path }: TargetPage, query: URLSearchParams): string => {
  const text = viewAndChartText(query)
  return toAddress(`${root}${path}${text ? `?${text}` : ''}`)
}

/** Goes from page to page of a target. */
export function TargetMenu({ target, path }: { target: Target; path: string }) {
  const { query } = usePageLocation()
  const open = listOpenPages(target)
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
      href={toPageAddress(target, page, query)}
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
