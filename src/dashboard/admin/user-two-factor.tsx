import { AsyncView } from '../components/async-view.tsx'
import { Form } from '../components/form/form.tsx'
import { RequireSwitch } from '../components/form/require-switch.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { isolated, t } from '../text/messages.ts'

interface Status {
  isEnabled: boolean
  twoFactorRequired: boolean
}

/** Requires a second factor of a user, and removes one that was lost. */
export function UserTwoFactor({ user }: { user: { id: string; username: string } }) {
  const path = `/api/admin/users/${user.id}/2fa`
  const status = useAnswer<Status>(path)
  const reset = async () => {
    const answer = await ask(path, { method: 'DELETE' })
    if (answer.ok) {
      refreshAnswers()
      toast(t('twoFactor.resetDone', { name: isolated(user.username) }))
    }
    return answer
  }
  return (
    <AsyncView answer={status} rows={3}>
      {({ isEnabled, twoFactorRequired }) => (
        <div class="form">
          <RequireSwitch
            label={t('twoFactor.ofUser')}
            hint={t('twoFactor.ofUserHint')}
            isOn={twoFactorRequired}
            path={path}
          />
          {isEnabled ? (
            <Form submit={t('twoFactor.reset')} onSubmit={reset} isDangerous>
              <p>{t('twoFactor.resetText')}</p>
            </Form>
          ) : (
            <p class="hint">{t('twoFactor.notSetUp')}</p>
          )}
        </div>
      )}
    </AsyncView>
  )
}
