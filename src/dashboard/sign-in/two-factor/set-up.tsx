import { useEffect, useState } from 'preact/hooks'
import { CopyLine } from '../../components/form/copy-line.tsx'
import { Form } from '../../components/form/form.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { type Answer, ask, keepToken } from '../../state/api.ts'
import { t } from '../../text/messages.ts'
import { refusalText } from '../../text/refusals.ts'
import { BackupCodeList } from './backup-code-list.tsx'
import { plainToken, TokenField } from './token-field.tsx'

interface Begun {
  qrCodeDataUrl: string
  manualKey: string
}

interface Confirmed {
  backupCodes: string[]
  /** The log-in of before is over, and goes on with this one. */
  token: string
}

interface SetUpProps {
  /** The backup codes are shown now. */
  onCodes?: () => void
  /** The factor is in use and the reader has the backup codes. */
  onDone: () => void
  /** Called instead when the reader leaves before; `cancel` is what its button says. */
  onCancel: () => void
  cancel: string
}

/** Sets up a second factor: the QR code, a first token, the backup codes. */
export function SetUp({ onCodes, onDone, onCancel, cancel }: SetUpProps) {
  const [begun, setBegun] = useState<Answer<Begun> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isWanted = true
    setBegun(null)
    ask<Begun>('/api/2fa/setup/initiate', { method: 'POST' }).then((answer) => {
      if (isWanted) setBegun(answer)
    })
    return () => {
      isWanted = false
    }
  }, [turn])
  if (codes) return <BackupCodeList codes={codes} onDone={onDone} />
  if (!begun) return <Skeleton rows={6} />
  if (!begun.ok) return <ProblemNote problem={begun.problem} onRetry={() => setTurn(turn + 1)} />
  return (
    <ConfirmForm
      begun={begun.value}
      onConfirmed={(confirmed) => {
        setCodes(confirmed)
        onCodes?.()
      }}
      onCancel={async () => {
        await ask('/api/2fa/setup/cancel', { method: 'POST' })
        onCancel()
      }}
      cancel={cancel}
    />
  )
}

interface ConfirmFormProps {
  begun: Begun
  onConfirmed: (codes: readonly string[]) => void
  onCancel: () => void
  cancel: string
}

function ConfirmForm({ begun, onConfirmed, onCancel, cancel }: ConfirmFormProps) {
  const [token, setToken] = useState('')
  const confirm = async () => {
    const body = { token: plainToken(token) }
    const answer = await ask<Confirmed>('/api/2fa/setup/confirm', { body })
    if (answer.ok) {
      keepToken(answer.value.token)
      onConfirmed(answer.value.backupCodes)
    }
    return answer
  }
  return (
    <Form
      submit={t('twoFactor.turnOn')}
      onSubmit={confirm}
      explain={refusalText}
      onCancel={onCancel}
      cancel={cancel}
    >
      <p>{t('twoFactor.scan')}</p>
      <img class="qr-code" src={begun.qrCodeDataUrl} alt={t('twoFactor.qr')} />
      <p class="hint">{t('twoFactor.manual')}</p>
      <CopyLine text={begun.manualKey} />
      <TokenField value={token} onChange={setToken} hint={t('twoFactor.firstTokenHint')} />
    </Form>
  )
}
