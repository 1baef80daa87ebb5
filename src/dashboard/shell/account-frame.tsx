import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ProblemNote } from '../components/problem-note.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { account, findAccount } from '../state/account.ts'
import { type Problem, setUpRequired } from '../state/api.ts'
import { useSignal } from '../state/signal.ts'
import { t } from '../text/messages.ts'
import { Foot } from './foot.tsx'
import { Lazy } from './lazy.tsx'
import { TopBar } from './top-bar.tsx'

interface AccountFrameProps {
  isForAdmins?: boolean
  children: ComponentChildren
}

const loadSetUp = async () =>
  (await import('../sign-in/two-factor/required-set-up.tsx')).RequiredSetUp

/** Pages for those who are logged in, below the top bar. */
export function AccountFrame({ isForAdmins = false, children }: AccountFrameProps) {
  const who = useSignal(account)
  const isSetUpRequired = useSignal(setUpRequired)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (who) return
    setProblem(null)
    findAccount().then((answer) => {
      if (answer && !answer.ok) setProblem(answer.problem)
    })
  }, [who, turn])
  const refused: Problem = { kind: 'denied', message: '', fields: {} }
  return (
    <>
      <TopBar account={who ?? null} />
      <main id="content">
        {problem ? (
          <div class="page">
            <ProblemNote problem={problem} onRetry={() => setTurn(turn + 1)} />
          </div>
        ) : !who ? (
          <Skeleton rows={8} class="page" />
        ) : isSetUpRequired ? (
          <Lazy load={loadSetUp} params={{}} title={t('twoFactor.required')} />
        ) : isForAdmins && !who.isAdmin ? (
          <div class="page">
            <ProblemNote problem={refused} isPage />
          </div>
        ) : (
          children
        )}
      </main>
      <Foot />
    </>
  )
}
