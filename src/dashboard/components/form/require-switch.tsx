import { useEffect, useState } from 'preact/hooks'
import { findAccount } from '../../state/account.ts'
import { refreshAnswers } from '../../state/answer.ts'
import { ask, type Problem } from '../../state/api.ts'
import { t } from '../../text/messages.ts'
import { ProblemNote } from '../problem-note.tsx'
import { toast } from '../toast.tsx'
import { SwitchField } from './field.tsx'

interface RequireSwitchProps {
  label: string
  hint: string
  isOn: boolean
  /** Takes `{ required }`. */
  path: string
}

/** Requires a second factor or no longer does, at once. */
export function RequireSwitch({ label, hint, isOn, path }: RequireSwitchProps) {
  const [problem, setProblem] = useState<Problem | null>(null)
  // Shown until the answer that says what is in force is there.
  const [chosen, setChosen] = useState<boolean | null>(null)
  useEffect(() => setChosen(null), [isOn])
  const change = async (required: boolean) => {
    setChosen(required)
    const answer = await ask(path, { body: { required } })
    setProblem(answer.ok ? null : answer.problem)
    if (answer.ok) toast(t('saved'))
    else setChosen(null)
    // The reader may be one of those who must set it up now.
    await findAccount()
    // After a refusal too: the switch shows what is in force.
    refreshAnswers()
  }
  return (
    <>
      <SwitchField label={label} hint={hint} isOn={chosen ?? isOn} onChange={change} />
      {problem && <ProblemNote problem={problem} />}
    </>
  )
}
