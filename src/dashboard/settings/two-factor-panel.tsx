import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { Panel } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import { SetUp } from '../sign-in/two-factor/set-up.tsx'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'

interface Status {
  isEnabled: boolean
  isRequired: boolean
}

/** Whether the reader logs in with a second factor; turns it on and off. */
export function TwoFactorPanel() {
  const status = useAnswer<Status>('/api/2fa/status')
  const [isOpen, setOpen] = useState(false)
  const [showsCodes, setShowsCodes] = useState(false)
  const close = () => {
    setOpen(false)
    setShowsCodes(false)
    refreshAnswers()
  }
  return (
    <Panel title={t('twoFactor')}>
      <AsyncView answer={status} rows={2}>
        {({ isEnabled, isRequired }) => (
          <div class="deed">
            <p>{t(isEnabled ? 'twoFactor.isOn' : 'twoFactor.isOff')}</p>
            {isEnabled && isRequired ? (
              <p class="hint">{t('twoFactor.isRequired')}</p>
            ) : (
              <button type="button" class="button" onClick={() => setOpen(true)}>
                {t(isEnabled ? 'twoFactor.turnOff' : 'twoFactor.setUp')}
              </button>
            )}
            {isOpen && (
              <Dialog
                title={t(isEnabled ? 'twoFactor.turnOff' : 'twoFactor.setUp')}
                onClose={showsCodes ? null : close}
              >
                {isEnabled ? (
                  <TurnOffForm onDone={close} />
                ) : (
                  <SetUp
                    onCodes={() => setShowsCodes(true)}
                    onDone={close}
                    onCancel={close}
                    cancel={t('cancel')}
                  />
                )}
              </Dialog>
            )}
          </div>
        )}
      </AsyncView>
    </Panel>
  )
}

function TurnOffForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [token, setToken] = useState('')
  const turnOff = async () => {
    const isCode = /[a-z-]/i.test(token)
    const body = { password, token: isCode ? token.trim() : token.replace(/\s/g, '') }
    const answer = await ask('/api/2fa/disable', { body })
    if (answer.ok) {
      toast(t('twoFactor.turnedOff'))
      onDone()
    }
    return answer
  }
  return (
    <Form
      submit={t('twoFactor.turnOff')}
      onSubmit={turnOff}
      explain={refusalText}
      onCancel={onDone}
      cancel={t('cancel')}
      isDangerous
    >
      <TextField
        label={t('password.current')}
        value={password}
        onChange={setPassword}
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
      <TextField
        label={t('twoFactor.proof')}
        value={token}
        onChange={setToken}
        input={{
          autocomplete: 'one-time-code',
          autocapitalize: 'none',
          spellcheck: false,
          maxLength: 64,
          required: true,
          dir: 'ltr',
        }}
      />
    </Form>
  )
}
