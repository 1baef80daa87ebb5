import type { ComponentChildren, TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer, Problem } from '../../state/api.ts'
import { fieldTexts, problemDetail, problemText } from '../../text/problems.ts'
import { ServerWords } from '../problem-note.tsx'
import { findInvalid, InvalidFields } from './invalid-fields.ts'

interface FormProps {
  /** What the button says. */
  submit: string
  /** Sends the form; the form shows what went wrong. */
  onSubmit: () => Promise<Answer<unknown>>
  /** Called with the problem and a text for each field, which fields can show. */
  onProblem?: (problem: Problem) => void
  onCancel?: () => void
  cancel?: string
  isDangerous?: boolean
  isDisabled?: boolean
  /** Words for problems that mean something special here; `null` for the others. */
  explain?: (problem: Problem) => string | null
  children: ComponentChildren
}

/** Fields with a button that sends them once, waits, and shows what went wrong. */
export function Form({
  submit,
  onSubmit,
  onProblem,
  onCancel,
  cancel,
  isDangerous = false,
  isDisabled = false,
  explain,
  children,
}: FormProps) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [invalid, setInvalid] = useState<Record<string, string>>({})
  const explained = problem && (explain?.(problem) ?? null)
  const detail = problem && explained === null ? problemDetail(problem) : null
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const found = findInvalid(event.currentTarget)
    setInvalid(found)
    const [first] = Object.keys(found)
    if (first) return document.getElementById(first)?.focus()
    setSending(true)
    const answer = await onSubmit()
    setSending(false)
    setProblem(answer.ok ? null : answer.problem)
    if (!answer.ok) onProblem?.({ ...answer.problem, fields: fieldTexts(answer.problem) })
  }
  return (
    <form class="form" onSubmit={send} noValidate>
      <InvalidFields.Provider value={invalid}>{children}</InvalidFields.Provider>
      {problem && (
        <div role="alert">
          <p class="error">{explained ?? problemText(problem)}</p>
          {detail !== null && <ServerWords text={detail} />}
        </div>
      )}
      <div class="form-actions">
        {onCancel && cancel && (
          <button type="button" class="button" onClick={onCancel}>
            {cancel}
          </button>
        )}
        <button
          type="submit"
          class={`button ${isDangerous ? 'button-danger' : 'button-main'}`}
          disabled={isDisabled}
          aria-busy={isSending}
        >
          {submit}
        </button>
      </div>
    </form>
  )
}
