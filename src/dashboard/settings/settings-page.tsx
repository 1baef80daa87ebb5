import { Panel } from '../components/panel.tsx'
import { UserText } from '../components/user-text.tsx'
import { account } from '../state/account.ts'
import { useSignal } from '../state/signal.ts'
import { t } from '../text/messages.ts'
import { userRoleName } from '../text/roles.ts'
import { KeyList } from './api-keys/key-list.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** The reader's own account and how the page looks to them. */
export function Settings() {
  const who = useSignal(account)
  if (!who) return null
  return (
    <div class="page page-settings">
      <div class="page-head">
        <h1>{t('settings')}</h1>
      </div>
      <Panel title={t('profile')}>
        <dl class="facts">
          <dt>{t('login.username')}</dt>
          <dd>
            <UserText text={who.username} />
          </dd>
          <dt>{t('role')}</dt>
          <dd>{userRoleName(who.role)}</dd>
        </dl>
      </Panel>
      <AppearancePanel />
      <Panel title={t('password')}>
        <PasswordForm username={who.username} />
      </Panel>
      <TwoFactorPanel />
      <KeyList who={who} />
    </div>
  )
}
