import { Listing } from '../components/list/listing.tsx'
import { Row } from '../components/list/row.tsx'
import { UserText } from '../components/user-text.tsx'
import { toAddress } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import type { Team } from '../state/team.ts'
import { withTeam } from '../state/team-choice.ts'
import { isolated, t } from '../text/messages.ts'

interface TeamWebsite {
  id: string
  name: string
  domain: string | null
  createUser: { username: string } | null
}

/** The websites that a team owns. */
export function TeamWebsites({ team }: { team: Team }) {
  const mayAdd = usePermission(team.id)
  return (
    <Listing<TeamWebsite>
      path={`/api/teams/${team.id}/websites`}
      search={t('websites.search')}
      action={
        <a class="button" href={toAddress(`/websites?team=${encodeURIComponent(team.id)}`)}>
          {t('teams.openWebsites')}
        </a>
      }
      empty={t('websites.emptyTeam')}
      emptyText={t(mayAdd === false ? 'empty.readOnly' : 'teams.websitesText')}
      emptyAction={
        mayAdd && (
          <a class="button button-main" href={toAddress(withTeam('/first-steps', team.id))}>
            {t('firstSteps')}
          </a>
        )
      }
      row={({ id, name, domain, createUser }) => (
        <Row
          key={id}
          name={name}
          path={`/websites/${id}`}
          note={<UserText class="soft" text={domain} />}
          fact={
            createUser && (
              <span class="soft">
                {t('websites.addedBy', { name: isolated(createUser.username) })}
              </span>
            )
          }
        />
      )}
    />
  )
}
