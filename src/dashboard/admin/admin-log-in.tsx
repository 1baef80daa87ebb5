import { AsyncView } from '../components/async-view.tsx'
import { RequireSwitch } from '../components/form/require-switch.tsx'
import { Panel } from '../components/panel.tsx'
import { useAnswer } from '../state/answer.ts'
import { t } from '../text/messages.ts'
import { AdminHead } from './admin-head.tsx'

/** How users of this instance log in. */
export function AdminLogIn() {
  const status = useAnswer<{ globalRequired: boolean }>('/api/2fa/status')
  return (
    <div class="page page-settings">
      <AdminHead />
      <Panel title={t('twoFactor')}>
        <AsyncView answer={status} rows={2}>
          {({ globalRequired }) => (
            <RequireSwitch
              label={t('twoFactor.ofAll')}
              hint={t('twoFactor.ofAllHint')}
              isOn={globalRequired}
              path="/api/admin/2fa/global"
            />
          )}
        </AsyncView>
      </Panel>
    </div>
  )
}
