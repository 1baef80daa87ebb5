import { useState } from 'preact/hooks'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { findAccount } from '../state/account.ts'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { go } from '../state/location.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'

interface TeamFormProps {
  onCancel: () => void
}

/** Loads the account again, which lists the teams, and all answers. */
export async function refreshTeams(): Promise<void> {
  await findAccount()
  refreshAnswers()
}

/** Creates a team and opens it. */
export function CreateTeamForm({ onCancel }: TeamFormProps) {
  const [name, setName] = useState('')
  const create = async () => {
    const answer = await ask<[{ id: string }, unknown]>('/api/teams', {
      body: { name: name.trim() },
    })
    if (answer.ok) {
      await refreshTeams()
      go(`/teams/${answer.value[0].id}`)
    }
    return answer
  }
  return (
    <Form
      submit={t('teams.create')}
      onSubmit={create}
      onCancel={onCancel}
      cancel={t('cancel')}
      isDisabled={name.trim() === ''}
    >
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        input={{ maxLength: 50, required: true, autocomplete: 'off' }}
      />
    </Form>
  )
}

/** Joins a team by its access code and opens it. */
export function JoinTeamForm({ onCancel }: TeamFormProps) {
  const [code, setCode] = useState('')
  const join = async () => {
    const answer = await ask<{ teamId: string }>('/api/teams/join', {
      body: { accessCode: code.trim() },
    })
    if (answer.ok) {
      await refreshTeams()
      go(`/teams/${answer.value.teamId}`)
    }
    return answer
  }
  return (
    <Form
      submit={t('teams.join')}
      onSubmit={join}
      onCancel={onCancel}
      cancel={t('cancel')}
      explain={refusalText}
      isDisabled={code.trim() === ''}
    >
      <TextField
        label={t('teams.code')}
        hint={t('teams.codeHint')}
        value={code}
        onChange={setCode}
        input={{
          maxLength: 50,
          required: true,
          autocomplete: 'off',
          spellcheck: false,
          dir: 'ltr',
        }}
      />
    </Form>
  )
}
