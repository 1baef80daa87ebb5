import { useState } from 'preact/hooks'
import { ChoiceField, TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { type UserRole, userRoleName, userRoles } from '../text/roles.ts'

/** A user as the list for admins has it. */
export interface User {
  id: string
  username: string
  role: UserRole
  createdAt: string
  _count: { websites: number }
}

interface UserFormProps {
  /** The user to change; without one a new user is made. */
  user?: User
  onDone: () => void
}

/** Creates a user, or changes name, role or password of one. */
export function UserForm({ user, onDone }: UserFormProps) {
  const [username, setUsername] = useState(user?.username ?? '')
  const [role, setRole] = useState<UserRole>(user?.role ?? 'user')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = async () => {
    const body = {
      username: username.trim(),
      // Sent only when it changes, since a change logs the user out.
      ...(user?.role === role ? {} : { role }),
      ...(password === '' ? {} : { password }),
    }
    const answer = await ask(user ? `/api/users/${user.id}` : '/api/users', { body })
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
      onDone()
    }
    return answer
  }
  return (
    <Form
      submit={t(user ? 'save' : 'users.add')}
      onSubmit={save}
      onProblem={({ fields }) => setWrong(fields)}
      explain={refusalText}
      onCancel={onDone}
      cancel={t('cancel')}
    >
      <TextField
        label={t('login.username')}
        error={wrong.username}
        value={username}
        onChange={setUsername}
        input={{ maxLength: 255, required: true, autocomplete: 'off', autocapitalize: 'none' }}
      />
      <TextField
        label={t(user ? 'password.new' : 'login.password')}
        hint={t(user ? 'users.passwordHint' : 'password.hint')}
        error={wrong.password}
        value={password}
        onChange={setPassword}
        input={{
          type: 'password',
          autocomplete: 'new-password',
          minLength: 8,
          maxLength: 255,
          required: !user,
        }}
      />
      <ChoiceField
        label={t('role')}
        hint={t('users.roleHint')}
        value={role}
        choices={userRoles.map((id) => ({ id, label: userRoleName(id) }))}
        onChange={setRole}
      />
    </Form>
  )
}
