import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/form/confirm-dialog.tsx'
import { CopyLine } from '../components/form/copy-line.tsx'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { RequireSwitch } from '../components/form/require-switch.tsx'
import { Panel } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import type { Account } from '../state/account.ts'
import { ask } from '../state/api.ts'
import { go } from '../state/location.ts'
import type { Team, TeamRole } from '../state/team.ts'
import { isolated, t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { randomSlug } from '../text/slugs.ts'
import { refreshTeams } from './team-forms.tsx'

interface TeamSettingsProps {
  team: Team
  who: Account
  /** The reader's; `null` for an admin who is not in it. */
  role: TeamRole | null
  isManager: boolean
  mayDelete: boolean
}

/** Name and access code of a team, leaving it, and its end. */
export function TeamSettings({ team, who, role, isManager, mayDelete }: TeamSettingsProps) {
  const [dialog, setDialog] = useState<'leave' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const leave = async () => {
    const answer = await ask(`/api/teams/${team.id}/users/${who.id}`, { method: 'DELETE' })
    if (answer.ok) {
      go('/teams')
      await refreshTeams()
    }
    return answer
  }
  return (
    <>
      {isManager && (
        <>
          <Panel title={t('settings.details')}>
            <NameForm team={team} />
          </Panel>
          <Panel title={t('teams.code')}>
            <CodeForm team={team} />
          </Panel>
        </>
      )}
      {who.isAdmin && (
        <Panel title={t('twoFactor')}>
          <RequireSwitch
            label={t('twoFactor.ofTeam')}
            hint={t('twoFactor.ofTeamHint')}
            isOn={team.twoFactorRequired}
            path={`/api/admin/teams/${team.id}/2fa`}
          />
        </Panel>
      )}
      {role !== null && role !== 'team-owner' && (
        <Panel title={t('teams.leave')}>
          <div class="deed">
            <p>{t('teams.leaveText')}</p>
            <button type="button" class="button button-danger" onClick={() => setDialog('leave')}>
              {t('teams.leave')}
            </button>
          </div>
        </Panel>
      )}
      {mayDelete && (
        <Panel title={t('delete')}>
          <div class="deed">
            <p>{t('teams.removeText')}</p>
            <button type="button" class="button button-danger" onClick={() => setDialog('delete')}>
              {t('delete.name', { name: isolated(team.name) })}
            </button>
          </div>
        </Panel>
      )}
      {dialog === 'leave' && (
        <ConfirmDialog
          title={t('teams.leave')}
          deed={t('teams.leave')}
          onConfirm={leave}
          onClose={close}
        >
          <p>{t('teams.leaveText')}</p>
        </ConfirmDialog>
      )}
      {dialog === 'delete' && (
        <RemoveDialog
          name={team.name}
          path={`/api/teams/${team.id}`}
          onRemoved={() => {
            go('/teams')
            refreshTeams()
          }}
          onClose={close}
        >
          <p>{t('teams.removeText')}</p>
        </RemoveDialog>
      )}
    </>
  )
}

function NameForm({ team }: { team: Team }) {
  const [name, setName] = useState(team.name)
  const save = async () => {
    const answer = await ask(`/api/teams/${team.id}`, { body: { name: name.trim() } })
    if (answer.ok) {
      await refreshTeams()
      toast(t('saved'))
    }
    return answer
  }
  return (
    <Form submit={t('save')} onSubmit={save} isDisabled={name.trim() === ''}>
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        input={{ maxLength: 50, required: true, autocomplete: 'off' }}
      />
    </Form>
  )
}

/** Everyone who knows the code can join; a new one ends the old. */
function CodeForm({ team }: { team: Team }) {
  const change = async (accessCode: string | null) => {
    const answer = await ask(`/api/teams/${team.id}`, { body: { accessCode } })
    if (answer.ok) await refreshTeams()
    return answer
  }
  return (
    <Form
      submit={t('teams.newCode')}
      onSubmit={() => change(`team_${randomSlug(16)}`)}
      explain={refusalText}
      {...(team.accessCode === null
        ? {}
        : { onCancel: () => change(null), cancel: t('teams.endCode') })}
    >
      <p>{t(team.accessCode === null ? 'teams.noCode' : 'teams.codeText')}</p>
      {team.accessCode !== null && <CopyLine text={team.accessCode} />}
    </Form>
  )
}
