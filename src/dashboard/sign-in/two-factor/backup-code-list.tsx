import { CopyButton } from '../../components/form/copy-button.tsx'
import { t } from '../../text/messages.ts'

/** Backup codes, to print or to copy: they are shown this one time. */
export function BackupCodeList({
  codes,
  onDone,
}: {
  codes: readonly string[]
  onDone: () => void
}) {
  return (
    <div class="form">
      <div class="printed-alone">
        <p>{t('twoFactor.codesText')}</p>
        <p class="hint">{location.host}</p>
        <ol class="backup-codes" dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div class="form-actions">
        <CopyButton text={codes.join('\n')} />
        <button type="button" class="button" onClick={() => print()}>
          {t('twoFactor.print')}
        </button>
        <button type="button" class="button button-main" onClick={onDone}>
          {t('twoFactor.kept')}
        </button>
      </div>
    </div>
  )
}
