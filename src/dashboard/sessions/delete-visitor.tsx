import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/form/confirm-dialog.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { go } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import type { Session } from './session.ts'

interface DeleteVisitorProps {
  session: Session
  /** Path of the list that it leads back to. */
  list: string
}

/** Deletes everything that was recorded of a visitor, after the question whether to. */
export function DeleteVisitor({ session, list }: DeleteVisitorProps) {
  const target = useTarget()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    const path = statisticPath(target, `sessions/${session.id}`)
    const answer = await ask(path, { method: 'DELETE' })
    if (answer.ok) {
      // First away from the page, so that nothing asks for what is gone.
      go(list, { replace: true })
      refreshAnswers()
      toast(t('session.deleted'))
    }
    return answer
  }
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking(true)}>
        {t('session.delete')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('session.deleteTitle')}
          deed={t('session.delete')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t('session.deleteText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
