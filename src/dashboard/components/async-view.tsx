import type { ComponentChildren } from 'preact'
import type { Loaded } from '../state/answer.ts'
import { ProblemNote } from './problem-note.tsx'
import { Skeleton } from './skeleton.tsx'

interface ShownProps<Value> {
  of: Loaded<Value>
  /** Lines of the outline shown at first. */
  rows?: number
  /** Instead of lines. */
  outline?: ComponentChildren
  /** Whether the whole page hangs on it. */
  isPage?: boolean
  children: (value: Value) => ComponentChildren
}

/** An answer: its outline at first, what went wrong, or what it says; pale while a newer one loads. */
export function AsyncView<Value>(props: ShownProps<Value>) {
  const { of, rows = 6, outline, isPage = false, children } = props
  if (of.problem) return <ProblemNote problem={of.problem} onRetry={of.reload} isPage={isPage} />
  if (of.value === undefined) return <>{outline ?? <Skeleton rows={rows} />}</>
  return (
    <div class={of.isLoading ? 'shown shown-old' : 'shown'} aria-busy={of.isLoading}>
      {children(of.value)}
    </div>
  )
}
