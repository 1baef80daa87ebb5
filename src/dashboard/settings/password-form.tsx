import { useState } from 'preact/hooks'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { toast } from '../components/toast.tsx'
import { leaveAccount, logIn } from '../state/account.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'

/** Changes the reader's password, which logs out everywhere else. */
export function PasswordForm({ username }: { username: string }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  // A new form is an empty one, also for browsers that fill in passwords.
  const [turn, setTurn] = useState(0)
  const isDifferent = again !== '' && again !== next
  const save = async () => {
    const body = { currentPassword: current, newPassword: next }
    const answer = await ask('/api/me/password', { body })
    if (!answer.ok) return answer
    for (const clear of [setCurrent, setNext, setAgain]) clear('')
    setTurn(turn + 1)
    toast(t('password.done'))
    // The old token has ended with the old password.
    const again = await logIn(username, next)
    // With a second factor the password alone does not log in.
    if (again.ok && 'partialToken' in again.value) leaveAccount()
    return again
  }
  return (
    <Form
      key={turn}
      submit={t('password.change')}
      onSubmit={save}
      explain={refusalText}
      isDisabled={current === '' || next.length < 8 || next !== again}
    >
      <TextField
        label={t('password.current')}
        value={current}
        onChange={setCurrent}
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
      <div class="form-row">
        <TextField
          label={t('password.new')}
          hint={t('password.hint')}
          value={next}
          onChange={setNext}
          input={{
            type: 'password',
            autocomplete: 'new-password',
            minLength: 8,
            maxLength: 255,
            required: true,
          }}
        />
        <TextField
          label={t('password.again')}
          error={isDifferent ? t('password.different') : undefined}
          value={again}
          onChange={setAgain}
          input={{ type: 'password', autocomplete: 'new-password', required: true }}
        />
      </div>
    </Form>
  )
}
