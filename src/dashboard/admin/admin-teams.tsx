import { useState } from 'preact/hooks'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { go } from '../state/location.ts'
import type { ListedTeam } from '../state/team.ts'
import { TeamCounts } from '../teams/team-counts.tsx'
import { refreshTeams } from '../teams/team-forms.tsx'
import { t } from '../text/messages.ts'
import { AdminHead } from './admin-head.tsx'

/** Every team of this instance. */
export function AdminTeams() {
  const [removed, setRemoved] = useState<ListedTeam | null>(null)
  return (
    <div class="page">
      <AdminHead />
      <Listing<ListedTeam>
        path="/api/admin/teams"
        search={t('teams.search')}
        empty={t('teams.none')}
        row={(team) => (
          <Row
            key={team.id}
            name={team.name}
            path={`/teams/${team.id}`}
            note={<TeamCounts team={team} />}
            fact={<span class="soft">{findOwner(team)}</span>}
            actions={
              <RowMenu name={team.name}>
                <MenuChoice onChoose={() => go(`/teams/${team.id}?tab=settings`)}>
                  {t('settings')}
                </MenuChoice>
                <MenuChoice onChoose={() => setRemoved(team)}>{t('delete')}</MenuChoice>
              </RowMenu>
            }
          />
        )}
      />
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/teams/${removed.id}`}
          onRemoved={refreshTeams}
          onClose={() => setRemoved(null)}
        >
          <p>{t('teams.removeText')}</p>
        </RemoveDialog>
      )}
    </div>
  )
}

const findOwner = ({ members }: ListedTeam): string =>
  members.find(({ role }) => role === 'team-owner')?.user.username ?? ''
