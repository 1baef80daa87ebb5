import { Panel } from '../../components/panel.tsx'
import { endSetUp, logOut } from '../../state/account.ts'
import { t } from '../../text/messages.ts'
import { SetUp } from './set-up.tsx'

/** What a reader sees of whom a second factor is required, before anything else is open. */
export const RequiredSetUp = () => (
  <div class="page page-settings">
    <h1 class="page-title">{t('twoFactor.required')}</h1>
    <Panel title={t('twoFactor')}>
      <p class="panel-text">{t('twoFactor.requiredText')}</p>
      <SetUp onDone={endSetUp} onCancel={logOut} cancel={t('logout')} />
    </Panel>
  </div>
)
