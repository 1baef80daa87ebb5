import type { ComponentChildren } from 'preact'
import type { Loaded } from '../state/answer.ts'
import { ProblemNote } from './problem-note.tsx'
import { Skeleton } from './skeleton.tsx'

interface AsyncViewProps<Value> {
  answer: Loaded<Value>
  /** Lines of the outline drawn at first. */
  rows?: number
  /** Instead of lines. */
  outline?: ComponentChildren
  /** Whether nothing else is on the page. */
  isPage?: boolean
  children: (value: Value) => ComponentChildren
}

/** An answer: its outline at first, then its value or its problem; pale while a newer one loads. */
export function AsyncView<Value>(props: AsyncViewProps<Value>) {
  const { answer, rows = 6, outline, isPage = false, children } = props
  const { value, problem, isLoading, reload } = answer
  if (problem) return <ProblemNote problem={problem} onRetry={reload} isPage={isPage} />
  if (value === undefined) return <>{outline ?? <Skeleton rows={rows} />}</>
  return (
    <div class={isLoading ? 'async-view async-view-stale' : 'async-view'} aria-busy={isLoading}>
      {children(value)}
    </div>
  )
}
