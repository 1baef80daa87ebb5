import { useState } from 'preact/hooks'
import { Dialog } from '../components/form/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row } from '../components/list/row.tsx'
import { account } from '../state/account.ts'
import { useSignal } from '../state/signal.ts'
import { type ListedTeam, roleIn } from '../state/team.ts'
import { t } from '../text/messages.ts'
import { teamRoleName } from '../text/roles.ts'
import { TeamCounts } from './team-counts.tsx'
import { CreateTeamForm, JoinTeamForm } from './team-forms.tsx'

/** The teams that the reader is in. */
export function Teams() {
  const who = useSignal(account)
  const [form, setForm] = useState<'create' | 'join' | null>(null)
  const close = () => setForm(null)
  return (
    <div class="page">
      <Listing<ListedTeam>
        title={t('teams')}
        path="/api/teams"
        search={t('teams.search')}
        action={
          <>
            <button type="button" class="button" onClick={() => setForm('join')}>
              {t('teams.join')}
            </button>
            {who?.role !== 'view-only' && (
              <button type="button" class="button button-main" onClick={() => setForm('create')}>
                <Icon name="plus" />
                {t('teams.create')}
              </button>
            )}
          </>
        }
        empty={t('teams.empty')}
        emptyText={t('teams.emptyText')}
        row={(team) => {
          const role = roleIn(team, who?.id)
          return (
            <Row
              key={team.id}
              name={team.name}
              path={`/teams/${team.id}`}
              note={<TeamCounts team={team} />}
              fact={role && <span class="badge">{teamRoleName(role)}</span>}
            />
          )
        }}
      />
      {form === 'create' && (
        <Dialog title={t('teams.create')} onClose={close}>
          <CreateTeamForm onCancel={close} />
        </Dialog>
      )}
      {form === 'join' && (
        <Dialog title={t('teams.join')} onClose={close}>
          <JoinTeamForm onCancel={close} />
        </Dialog>
      )}
    </div>
  )
}
