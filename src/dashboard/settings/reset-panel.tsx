import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/form/confirm-dialog.tsx'
import { Panel } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { isolated, t } from '../text/messages.ts'
import type { Website } from './website.ts'

/** Removes everything that was recorded of a website, and keeps the website. */
export function ResetPanel({ website: { id, name } }: { website: Website }) {
  const [isAsked, setAsked] = useState(false)
  const reset = async () => {
    const answer = await ask(`/api/websites/${id}/reset`, { method: 'POST' })
    if (answer.ok) {
      refreshAnswers()
      toast(t('website.resetDone'))
    }
    return answer
  }
  return (
    <Panel title={t('website.reset')}>
      <div class="deed">
        <p>{t('website.resetText')}</p>
        <button type="button" class="button button-danger" onClick={() => setAsked(true)}>
          {t('website.resetButton')}
        </button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t('website.resetTitle', { name: isolated(name) })}
          name={name}
          deed={t('website.resetButton')}
          onConfirm={reset}
          onClose={() => setAsked(false)}
        >
          <p>{t('website.resetText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
