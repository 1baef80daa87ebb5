import type { Problem } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { mayPass, problemDetail, problemText } from '../text/problems.ts'

interface ProblemNoteProps {
  problem: Problem
  onRetry?: () => void
  /** Whether there is nothing else on the page, which needs a heading all the same. */
  isPage?: boolean
}

/** What went wrong, and a way to try again where that may help. */
export function ProblemNote({ problem, onRetry, isPage = false }: ProblemNoteProps) {
  const detail = problemDetail(problem)
  return (
    <div class="note note-problem" role="alert">
      {isPage ? <h1>{problemText(problem)}</h1> : <p>{problemText(problem)}</p>}
      {detail !== null && <ServerWords text={detail} />}
      {onRetry && mayPass(problem) && (
        <button type="button" class="button" onClick={onRetry}>
          {t('problem.retry')}
        </button>
      )}
    </div>
  )
}

/** Words of the server, which speaks English to everybody. */
export const ServerWords = ({ text }: { text: string }) => (
  <p class="hint" lang="en" dir="ltr">
    {text}
  </p>
)
