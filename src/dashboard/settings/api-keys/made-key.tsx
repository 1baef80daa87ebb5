import { CopyLine } from '../../components/form/copy-line.tsx'
import { toAddress } from '../../state/location.ts'
import { t } from '../../text/messages.ts'
import type { NewApiKey } from './api-key.ts'

/** A key that was just made, to copy now, and a request that tries it. */
export function MadeKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const address = `${location.origin}${toAddress('/api/websites')}`
  return (
    <div class="form">
      <p>{t('apiKeys.onlyNow')}</p>
      <CopyLine text={made.key} />
      <p class="hint">{t('apiKeys.try')}</p>
      <CopyLine text={`curl -H 'Authorization: Bearer ${made.key}' '${address}'`} />
      <div class="form-actions">
        <button type="button" class="button button-main" onClick={onDone}>
          {t('apiKeys.done')}
        </button>
      </div>
    </div>
  )
}
