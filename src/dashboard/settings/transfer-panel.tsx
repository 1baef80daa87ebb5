import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/form/confirm-dialog.tsx'
import { ChoiceField } from '../components/form/field.tsx'
import { Panel } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import { account } from '../state/account.ts'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { useSignal } from '../state/signal.ts'
import { type ListedTeam, managesTeam, roleIn } from '../state/team.ts'
import { isolated, t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import type { Website } from './website.ts'

/** Hands a website to a team, or takes it from an own team; nothing where neither is possible. */
export function TransferPanel({ website }: { website: Website }) {
  const who = useSignal(account)
  const teams = useAnswer<{ data: ListedTeam[] }>('/api/teams', { query: { pageSize: 1000 } })
  if (!who || !teams.value) return null
  const own = teams.value.data
  const ownerTeam = own.find(({ id }) => id === website.teamId)
  if (ownerTeam && roleIn(ownerTeam, who.id) === 'team-owner') {
    return (
      <Panel title={t('transfer')}>
        <TakeForm website={website} team={ownerTeam.name} userId={who.id} />
      </Panel>
    )
  }
  const managed = own.filter((team) => managesTeam(roleIn(team, who.id)))
  if (website.userId !== who.id || managed.length === 0) return null
  return (
    <Panel title={t('transfer')}>
      <HandOverForm website={website} teams={managed} />
    </Panel>
  )
}

async function transfer(website: Website, body: { userId: string } | { teamId: string }) {
  const answer = await ask(`/api/websites/${website.id}/transfer`, { body })
  if (answer.ok) {
    refreshAnswers()
    toast(t('transfer.done', { name: isolated(website.name) }))
  }
  return answer
}

interface TakeFormProps {
  website: Website
  team: string
  userId: string
}

function TakeForm({ website, team, userId }: TakeFormProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <div class="deed">
      <p>{t('transfer.takeText', { team: isolated(team) })}</p>
      <button type="button" class="button" onClick={() => setAsked(true)}>
        {t('transfer.take')}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={t('transfer.title', { name: isolated(website.name) })}
          deed={t('transfer.take')}
          onConfirm={() => transfer(website, { userId })}
          onClose={() => setAsked(false)}
        >
          <p>{t('transfer.takeGains')}</p>
          <p>{t('transfer.takeLoses', { team: isolated(team) })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface HandOverFormProps {
  website: Website
  teams: readonly ListedTeam[]
}

function HandOverForm({ website, teams }: HandOverFormProps) {
  const [teamId, setTeamId] = useState('')
  const [isAsked, setAsked] = useState(false)
  const team = teams.find(({ id }) => id === teamId)
  return (
    <div class="deed">
      <p>{t('transfer.giveText')}</p>
      <ChoiceField
        label={t('team')}
        value={teamId}
        choices={[
          { id: '', label: t('transfer.choose') },
          ...teams.map(({ id, name }) => ({ id, label: visible(name) })),
        ]}
        onChange={setTeamId}
      />
      <button
        type="button"
        class="button"
        disabled={team === undefined}
        onClick={() => setAsked(true)}
      >
        {t('transfer.give')}
      </button>
      {isAsked && team && (
        <ConfirmDialog
          title={t('transfer.title', { name: isolated(website.name) })}
          deed={t('transfer.give')}
          onConfirm={() => transfer(website, { teamId })}
          onClose={() => setAsked(false)}
        >
          <p>
            {t('transfer.giveGains', {
              team: isolated(team.name),
              members: t('teams.members', { count: team._count.members }),
            })}
          </p>
          <p>{t('transfer.giveLoses')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
