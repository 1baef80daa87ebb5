import { useEffect, useRef, useState } from 'preact/hooks'
import { TextField } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { finishLogIn } from '../../state/account.ts'
import type { Problem } from '../../state/api.ts'
import { t } from '../../text/messages.ts'
import { refusalText } from '../../text/refusals.ts'
import { plainToken, TokenField } from './token-field.tsx'

interface TokenStepProps {
  partialToken: string
  onDone: () => void
  onBack: () => void
}

const explain = (problem: Problem): string | null =>
  problem.kind === 'denied' ? t('twoFactor.late') : refusalText(problem)

/** The second step of a log-in: a token of the authenticator, or a backup code. */
export function TokenStep({ partialToken, onDone, onBack }: TokenStepProps) {
  const [typed, setTyped] = useState('')
  const [isBackup, setBackup] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [isBackup])
  const send = async () => {
    const proof = isBackup ? { backupCode: typed.trim() } : { token: plainToken(typed) }
    const answer = await finishLogIn(partialToken, proof)
    if (answer.ok) onDone()
    return answer
  }
  const change = () => {
    setBackup(!isBackup)
    setTyped('')
  }
  return (
    <Form key={String(isBackup)} submit={t('login')} onSubmit={send} explain={explain}>
      <div ref={fields}>
        {isBackup ? (
          <TextField
            label={t('twoFactor.backupCode')}
            hint={t('twoFactor.backupCodeHint')}
            value={typed}
            onChange={setTyped}
            input={{
              autocomplete: 'off',
              autocapitalize: 'none',
              spellcheck: false,
              maxLength: 64,
              required: true,
              dir: 'ltr',
            }}
          />
        ) : (
          <TokenField value={typed} onChange={setTyped} hint={t('twoFactor.tokenHint')} />
        )}
      </div>
      <div class="token-others">
        <button type="button" class="button-bare" onClick={change}>
          {t(isBackup ? 'twoFactor.useToken' : 'twoFactor.useBackupCode')}
        </button>
        <button type="button" class="button-bare" onClick={onBack}>
          {t('twoFactor.back')}
        </button>
      </div>
    </Form>
  )
}
