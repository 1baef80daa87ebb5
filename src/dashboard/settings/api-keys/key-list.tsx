import { useState } from 'preact/hooks'
import { AsyncView } from '../../components/async-view.tsx'
import { EmptyNote } from '../../components/empty-note.tsx'
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx'
import { Dialog } from '../../components/form/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Row } from '../../components/list/row.tsx'
import { Panel } from '../../components/panel.tsx'
import { toast } from '../../components/toast.tsx'
import type { Account } from '../../state/account.ts'
import { refreshAnswers, useAnswer } from '../../state/answer.ts'
import { ask } from '../../state/api.ts'
import { useMinute } from '../../state/clock.ts'
import { isolated, t } from '../../text/messages.ts'
import { type ApiKey, limitsText, type NewApiKey, usageText } from './api-key.ts'
import { KeyForm } from './key-form.tsx'
import { MadeKey } from './made-key.tsx'

/** The reader's API keys: make one, see what they open and when they were used, revoke one. */
export function KeyList({ who }: { who: Account }) {
  const [shown, setShown] = useState<NewApiKey | 'form' | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const keys = useAnswer<ApiKey[]>('/api/me/api-keys')
  const close = () => setShown(null)
  return (
    <Panel
      title={t('apiKeys')}
      actions={
        <button type="button" class="button" onClick={() => setShown('form')}>
          <Icon name="plus" />
          {t('apiKeys.add')}
        </button>
      }
    >
      <p class="panel-text">{t('apiKeys.text')}</p>
      <AsyncView answer={keys} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyNote title={t('apiKeys.empty')} />
          ) : (
            <ul class="rows">
              {rows.map((row) => (
                <KeyRow key={row.id} apiKey={row} onRevoke={() => setRevoked(row)} />
              ))}
            </ul>
          )
        }
      </AsyncView>
      {shown && (
        <Dialog title={t('apiKeys.add')} onClose={shown === 'form' ? close : null}>
          {shown === 'form' ? (
            <KeyForm who={who} onMade={setShown} onCancel={close} />
          ) : (
            <MadeKey made={shown} onDone={close} />
          )}
        </Dialog>
      )}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </Panel>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const now = useMinute()
  return (
    <Row
      name={apiKey.name}
      note={
        <>
          <span class="soft">
            <bdi>
              <code>{apiKey.keyPrefix}…</code>
            </bdi>
          </span>
          <span class="soft">{limitsText(apiKey, now)}</span>
          <span class="soft">{usageText(apiKey)}</span>
        </>
      }
      actions={
        <button
          type="button"
          class="button"
          aria-label={t('apiKeys.revokeName', { name: isolated(apiKey.name) })}
          onClick={onRevoke}
        >
          {t('apiKeys.revoke')}
        </button>
      }
    />
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = async () => {
    const answer = await ask(`/api/me/api-keys/${apiKey.id}`, { method: 'DELETE' })
    if (answer.ok) {
      refreshAnswers()
      toast(t('apiKeys.revoked', { name: isolated(apiKey.name) }))
    }
    return answer
  }
  return (
    <ConfirmDialog
      title={t('apiKeys.revokeTitle', { name: isolated(apiKey.name) })}
      deed={t('apiKeys.revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('apiKeys.revokeText')}</p>
    </ConfirmDialog>
  )
}
