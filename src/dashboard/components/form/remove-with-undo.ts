import { refreshAnswers } from '../../state/answer.ts'
import { type Answer, ask } from '../../state/api.ts'
import { isolated, t } from '../../text/messages.ts'
import { problemText } from '../../text/problems.ts'
import { toast } from '../toast.tsx'

interface Removal {
  name: string
  /** The path that deletes it. */
  path: string
  /** Makes the same again, which then has another id. */
  restore: () => Promise<Answer<unknown>>
  /** After it is gone. */
  onRemoved?: () => void
}

/** Deletes what can be made again without loss, at once, and offers to undo that. */
export async function removeWithUndo({ name, path, restore, onRemoved }: Removal): Promise<void> {
  const answer = await ask(path, { method: 'DELETE' })
  if (!answer.ok) return toast(problemText(answer.problem))
  onRemoved?.()
  refreshAnswers()
  const undo = async () => {
    const again = await restore()
    if (again.ok) refreshAnswers()
    toast(again.ok ? t('restored', { name: isolated(name) }) : problemText(again.problem))
  }
  toast(t('deleted', { name: isolated(name) }), { label: t('undo'), run: undo })
}
