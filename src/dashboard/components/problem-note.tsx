import type { Problem, ProblemKind } from '../state/api.ts'
import { toAddress } from '../state/location.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { mayPass, problemDetail, problemText } from '../text/problems.ts'

interface ProblemNoteProps {
  problem: Problem
  onRetry?: () => void
  /** Whether there is nothing else on the page, which needs a heading all the same. */
  isPage?: boolean
}

/** Headings of pages that cannot be shown, with the reason below. */
const titles: Partial<Record<ProblemKind, MessageKey>> = {
  denied: 'problem.deniedTitle',
  missing: 'problem.missingTitle',
}

const reasons: Partial<Record<ProblemKind, MessageKey>> = {
  denied: 'problem.deniedReason',
  missing: 'problem.missingReason',
}

/** What went wrong, and a way to try again where that may help. */
export function ProblemNote({ problem, onRetry, isPage = false }: ProblemNoteProps) {
  const detail = problemDetail(problem)
  const title = isPage ? titles[problem.kind] : undefined
  return (
    <div class="note note-problem" role="alert">
      {title ? (
        <>
          <h1 class="note-title">{t(title)}</h1>
          <p>{t(reasons[problem.kind] ?? title)}</p>
          <a class="button" href={toAddress('/websites')}>
            {t('missing.home')}
          </a>
        </>
      ) : isPage ? (
        <h1>{problemText(problem)}</h1>
      ) : (
        <p>{problemText(problem)}</p>
      )}
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
