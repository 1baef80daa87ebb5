import { Listing } from '../components/listing.tsx'
import { Row } from '../components/row.tsx'
import { addressOf } from '../state/location.ts'
import { t } from '../text/messages.ts'
import type { Team } from './team.ts'

interface TeamWebsite {
  id: string
  name: string
  domain: string | null
  createUser: { username: string } | null
}

/** The websites that a team owns. */
export function TeamWebsites({ team }: { team: Team }) {
  return (
    <Listing<TeamWebsite>
      path={`/api/teams/${team.id}/websites`}
      search={t('websites.search')}
      action={
        <a class="button" href={addressOf(`/websites?team=${encodeURIComponent(team.id)}`)}>
          {t('teams.openWebsites')}
        </a>
      }
      empty={t('websites.emptyTeam')}
      emptyText={t('teams.websitesText')}
      row={({ id, name, domain, createUser }) => (
        <Row
          key={id}
          name={name}
          path={`/websites/${id}`}
          note={<span class="soft">{domain}</span>}
          fact={
            createUser && (
              <span class="soft">{t('websites.addedBy', { name: createUser.username })}</span>
            )
          }
        />
      )}
    />
  )
}
