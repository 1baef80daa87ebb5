import { useEffect, useState } from 'preact/hooks'
import { Brand } from '../components/brand.tsx'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { findAccount, logIn } from '../state/account.ts'
import { hasToken, type Problem } from '../state/api.ts'
import { go, usePageLocation } from '../state/location.ts'
import { t } from '../text/messages.ts'
import { readNextAddress } from './next-address.ts'
import { TokenStep } from './two-factor/token-step.tsx'

const explain = ({ kind }: Problem): string | null =>
  kind === 'denied' ? t('login.wrong') : kind === 'busy' ? t('login.slow') : null

export function Login() {
  const { query } = usePageLocation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [partialToken, setPartialToken] = useState<string | null>(null)
  const target = readNextAddress(query.get('next'))
  useEffect(() => {
    // Those who are logged in already need not do it again.
    if (!hasToken()) return
    findAccount().then((answer) => {
      if (answer?.ok) go(target, { replace: true })
    })
  }, [target])
  const send = async () => {
    const answer = await logIn(username.trim(), password)
    if (answer.ok && 'partialToken' in answer.value) setPartialToken(answer.value.partialToken)
    else if (answer.ok) go(target, { replace: true })
    return answer
  }
  return (
    <div class="login">
      <Brand />
      <div class="panel">
        <h1>{t('login')}</h1>
        {partialToken === null ? (
          <Form submit={t('login')} onSubmit={send} explain={explain}>
            <TextField
              label={t('login.username')}
              value={username}
              onChange={setUsername}
              isFirst
              input={{ autocomplete: 'username', autocapitalize: 'none', required: true }}
            />
            <TextField
              label={t('login.password')}
              value={password}
              onChange={setPassword}
              input={{ type: 'password', autocomplete: 'current-password', required: true }}
            />
          </Form>
        ) : (
          <TokenStep
            partialToken={partialToken}
            onDone={() => go(target, { replace: true })}
            onBack={() => setPartialToken(null)}
          />
        )}
      </div>
      {partialToken === null && <p class="soft">{t('login.first')}</p>}
    </div>
  )
}
