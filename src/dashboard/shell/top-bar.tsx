import { Brand } from '../components/brand.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuChoice } from '../components/menu.tsx'
import { UserText } from '../components/user-text.tsx'
import type { Page } from '../page.ts'
import { pages } from '../pages.tsx'
import { type Account, logOut } from '../state/account.ts'
import { toAddress, usePageLocation } from '../state/location.ts'
import { useTeam, withTeam } from '../state/team-choice.ts'
import { isolated, t } from '../text/messages.ts'
import { AppearanceChoices } from './appearance.tsx'
import { TeamSwitch } from './team-switch.tsx'

/** What is always at the top: where one can go, and who one is. */
export function TopBar({ account }: { account: Account | null }) {
  const { path } = usePageLocation()
  const team = useTeam()
  const inMenu = (menu: Page['menu']) =>
    pages.filter((page) => page.menu === menu && (!page.isForAdmins || account?.isAdmin))
  const isHere = (page: Page) => path === page.path || path.startsWith(`${page.path}/`)
  return (
    <header class="top">
      <div class="top-inside">
        <Brand />
        {account && (
          <>
            <nav class="top-menu" aria-label={t('menu')}>
              {inMenu('main').map((page) => (
                <a
                  key={page.path}
                  href={toAddress(withTeam(page.path, team))}
                  aria-current={isHere(page) ? 'page' : undefined}
                >
                  {t(page.title)}
                </a>
              ))}
            </nav>
            <div class="top-end">
              <TeamSwitch account={account} />
              <Menu
                face={<UserText class="face" text={account.username} />}
                label={t('account', { name: isolated(account.username) })}
                end
              >
                {inMenu('account').map((page) => (
                  <a key={page.path} class="menu-choice" href={toAddress(page.path)}>
                    {t(page.title)}
                  </a>
                ))}
                <AppearanceChoices />
                <MenuChoice onChoose={logOut}>
                  <span class="with-icon">
                    <Icon name="leave" />
                    {t('logout')}
                  </span>
                </MenuChoice>
              </Menu>
            </div>
          </>
        )}
      </div>
    </header>
  )
}
