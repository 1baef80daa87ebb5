import { useState } from 'preact/hooks'
import { ChoiceField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
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
  return (
    <Form submit={t('transfer.take')} onSubmit={() => transfer(website, { userId })}>
      <p>{t('transfer.takeText', { team: isolated(team) })}</p>
    </Form>
  )
}

interface HandOverFormProps {
  website: Website
  teams: readonly ListedTeam[]
}

function HandOverForm({ website, teams }: HandOverFormProps) {
  const [teamId, setTeamId] = useState('')
  return (
    <Form
      submit={t('transfer.give')}
      onSubmit={() => transfer(website, { teamId })}
      isDisabled={teamId === ''}
    >
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
    </Form>
  )
}
