import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { ChoiceField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { type MemberRole, memberRoles, type Team } from '../state/team.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { teamRoleName } from '../text/roles.ts'

interface AddMemberFormProps {
  team: Team
  onDone: () => void
}

/** Adds a user to a team; only admins know all users. */
export function AddMemberForm({ team, onDone }: AddMemberFormProps) {
  const [userId, setUserId] = useState('')
  const [role, setRole] = useState<MemberRole>('team-member')
  const users = useAnswer<{ data: { id: string; username: string }[] }>('/api/admin/users', {
    query: { pageSize: 1000, orderBy: 'username' },
  })
  const add = async () => {
    const answer = await ask(`/api/teams/${team.id}/users`, { body: { userId, role } })
    if (answer.ok) {
      refreshAnswers()
      onDone()
    }
    return answer
  }
  const isMember = (id: string) => team.members.some((member) => member.userId === id)
  return (
    <Form
      submit={t('members.add')}
      onSubmit={add}
      onCancel={onDone}
      cancel={t('cancel')}
      explain={refusalText}
      isDisabled={userId === ''}
    >
      <AsyncView answer={users} rows={2}>
        {({ data }) => (
          <ChoiceField
            label={t('user')}
            value={userId}
            choices={[
              { id: '', label: t('members.choose') },
              ...data
                .filter(({ id }) => !isMember(id))
                .map(({ id, username }) => ({ id, label: username })),
            ]}
            onChange={setUserId}
          />
        )}
      </AsyncView>
      <ChoiceField
        label={t('role')}
        value={role}
        choices={memberRoles.map((id) => ({ id, label: teamRoleName(id) }))}
        onChange={setRole}
      />
    </Form>
  )
}
