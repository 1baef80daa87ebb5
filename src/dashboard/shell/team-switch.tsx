import { Menu, MenuChoice } from '../components/menu.tsx'
import { UserText } from '../components/user-text.tsx'
import { pages } from '../pages.tsx'
import type { Account } from '../state/account.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { useTeam } from '../state/team-choice.ts'
import { isolated, t } from '../text/messages.ts'

/** Switches between one's own things and those of a team; nothing without a team. */
export function TeamSwitch({ account }: { account: Account }) {
  const team = useTeam()
  const { path } = usePageLocation()
  // Other pages are about one thing, whose owner is fixed.
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
