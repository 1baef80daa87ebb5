import { useEffect, useRef, useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { ConfirmDialog } from '../components/form/confirm-dialog.tsx'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { ServerWords } from '../components/problem-note.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { type Answer, ask } from '../state/api.ts'
import { momentName } from '../text/dates.ts'
import { isolated, t } from '../text/messages.ts'
import { fileSize, percent } from '../text/numbers.ts'
import { problemText } from '../text/problems.ts'
import { AdminHead } from './admin-head.tsx'
import { downloadBackup, uploadBackup } from './backup-files.ts'

interface Backup {
  name: string
  bytes: number
  createdAt: string
}

interface BackupList {
  data: Backup[]
  isNightly: boolean
  days: number
  isBusy: boolean
  last: { error: string | null; startedAt: string } | null
  restoring: { name: string; error: string | null } | null
}

const busyEveryMs = 1000
const restEveryMs = 30_000

/** The backups of this server: make, save, bring, restore and delete one. */
export function AdminBackups() {
  const [everyMs, setEveryMs] = useState(restEveryMs)
  const found = useAnswer<BackupList>('/api/admin/backups', { everyMs })
  const isBusy = found.value?.isBusy === true || found.value?.restoring?.error === null
  useEffect(() => setEveryMs(isBusy ? busyEveryMs : restEveryMs), [isBusy])
  const isRestoring = found.value?.restoring?.error === null
  const wasRestoring = useRef(false)
  useEffect(() => {
    if (wasRestoring.current && found.value?.restoring === null) toast(t('backups.restored'))
    wasRestoring.current = isRestoring
  }, [isRestoring, found.value])
  return (
    <div class="page">
      <AdminHead />
      <div class="page-head">
        <p class="hint">{found.value && nightlyText(found.value)}</p>
        <div class="page-actions">
          <UploadButton />
          <button
            type="button"
            class="button button-main"
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => report(ask('/api/admin/backups', { method: 'POST' }))}
          >
            <Icon name="plus" />
            {t('backups.make')}
          </button>
        </div>
      </div>
      <AsyncView answer={found} rows={5}>
        {(list) => <BackupRows list={list} />}
      </AsyncView>
    </div>
  )
}

const nightlyText = ({ isNightly, days }: BackupList): string =>
  isNightly ? t('backups.nightly', { count: days }) : t('backups.notNightly')

function BackupRows({ list }: { list: BackupList }) {
  const [restored, setRestored] = useState<Backup | null>(null)
  const [removed, setRemoved] = useState<Backup | null>(null)
  const path = (name: string) => `/api/admin/backups/${encodeURIComponent(name)}`
  return (
    <>
      <BackupState list={list} />
      {list.data.length === 0 ? (
        <EmptyNote title={t('backups.none')} />
      ) : (
        <ul class="rows panel">
          {list.data.map((backup) => (
            <Row
              key={backup.name}
              name={backup.name}
              note={<span class="soft">{momentName(Date.parse(backup.createdAt))}</span>}
              fact={<span class="soft">{fileSize(backup.bytes)}</span>}
              actions={
                <RowMenu name={backup.name}>
                  <MenuChoice onChoose={() => report(downloadBackup(backup.name))}>
                    {t('backups.download')}
                  </MenuChoice>
                  <MenuChoice onChoose={() => setRestored(backup)}>
                    {t('backups.restore')}
                  </MenuChoice>
                  <MenuChoice onChoose={() => setRemoved(backup)}>{t('delete')}</MenuChoice>
                </RowMenu>
              }
            />
          ))}
        </ul>
      )}
      {restored && (
        <ConfirmDialog
          title={t('backups.restoreTitle', { name: isolated(restored.name) })}
          deed={t('backups.restore')}
          onConfirm={() => report(ask(`${path(restored.name)}/restore`, { method: 'POST' }))}
          onClose={() => setRestored(null)}
        >
          <p>{t('backups.restoreText', { date: momentName(Date.parse(restored.createdAt)) })}</p>
        </ConfirmDialog>
      )}
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={path(removed.name)}
          onClose={() => setRemoved(null)}
        >
          <p>{t('backups.removeText')}</p>
        </RemoveDialog>
      )}
    </>
  )
}

/** What is going on, and what failed last. */
function BackupState({ list: { isBusy, last, restoring } }: { list: BackupList }) {
  return (
    <div role="status">
      {isBusy && <p class="hint">{t('backups.busy')}</p>}
      {restoring?.error === null && <p class="hint">{t('backups.restoring')}</p>}
      {restoring && restoring.error !== null && (
        <>
          <p class="error">{t('backups.restoreFailed', { name: isolated(restoring.name) })}</p>
          <ServerWords text={restoring.error} />
        </>
      )}
      {!isBusy && last && last.error !== null && (
        <>
          <p class="error">
            {t('backups.failed', { date: momentName(Date.parse(last.startedAt)) })}
          </p>
          <ServerWords text={last.error} />
        </>
      )}
    </div>
  )
}

function UploadButton() {
  const [progress, setProgress] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const send = async () => {
    const file = input.current?.files?.[0]
    if (!file) return
    setProgress(0)
    await report(uploadBackup(file, setProgress))
    setProgress(null)
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zst"
        hidden
        aria-label={t('backups.upload')}
        onChange={send}
      />
      <button
        type="button"
        class="button"
        aria-busy={progress !== null}
        disabled={progress !== null}
        onClick={() => input.current?.click()}
      >
        <Icon name="up" />
        {progress === null ? t('backups.upload') : percent(progress)}
      </button>
    </>
  )
}

/** Loads the page's answers again, or says why something did not succeed. */
async function report<Value>(asked: Promise<Answer<Value>>): Promise<Answer<Value>> {
  const answer = await asked
  if (answer.ok) refreshAnswers()
  else toast([problemText(answer.problem), answer.problem.message].join(' '))
  return answer
}
