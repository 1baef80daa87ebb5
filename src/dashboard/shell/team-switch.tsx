import { Menu, MenuChoice } from '../components/menu.tsx'
import { UserText } from '../components/user-text.tsx'
import { pages } from '../pages.tsx'
import type { Account } from '../state/account.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { isolated, t } from '../text/messages.ts'

/** The team whose things are shown; `null` for one's own. */
export const useTeam = (): string | null => usePageLocation().query.get('team')

/** A path of the main menu that keeps the team. */
export const withTeam = (path: string, team: string | null): string =>
  team ? `${path}?team=${encodeURIComponent(team)}` : path

/** Switches between one's own things and those of a team; nothing without a team. */
export function TeamSwitch({ account }: { account: Account }) {
  const team = useTeam()
  const { path } = usePageLocation()
  // Elsewhere the page is about one thing, whoever owns it.
  const isList =
    path === '/first-steps' || pages.some((page) => page.menu === 'main' && page.path === path)
  if (account.teams.length === 0 || !isList) return null
  const name = account.teams.find(({ id }) => id === team)?.name ?? t('team.own')
  return (
    <Menu
      face={<UserText class="face" text={name} />}
      label={`${t('team')}: ${isolated(name)}`}
      end
    >
      <MenuChoice isChosen={!team} onChoose={() => goWith({ team: null, page: null })}>
        {t('team.own')}
      </MenuChoice>
      {account.teams.map(({ id, name }) => (
        <MenuChoice
          key={id}
          isChosen={id === team}
          onChoose={() => goWith({ team: id, page: null })}
        >
          <UserText text={name} />
        </MenuChoice>
      ))}
    </Menu>
  )
}
