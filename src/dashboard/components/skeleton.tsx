import { t } from '../text/messages.ts'

interface SkeletonProps {
  /** Lines of a list, or one block for a picture. */
  rows?: number
  class?: string
}

/** The outline of what is being loaded. */
export function Skeleton({ rows = 1, class: more = '' }: SkeletonProps) {
  const kind = rows === 1 ? 'skeleton-block' : 'skeleton-row'
  return (
    <div class={`skeleton ${more}`} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class={kind} />
      ))}
    </div>
  )
}
