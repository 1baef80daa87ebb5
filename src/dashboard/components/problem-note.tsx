import type { Problem } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { problemText } from '../text/problems.ts'

interface ProblemNoteProps {
  problem: Problem
  onRetry?: () => void
}

/** What went wrong, and a way to try again. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  return (
    <div class="note note-problem" role="alert">
      <p>{problemText(problem)}</p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {t('problem.retry')}
        </button>
      )}
    </div>
  )
}
