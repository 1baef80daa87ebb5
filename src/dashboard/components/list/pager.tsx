import { t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'

interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  /** Rows of all pages; `null` when unknown, then `hasMore` says whether another page follows. */
  count: number | null
  hasMore?: boolean
  onPage: (page: number) => void
}

/** Goes from page to page of a list; nothing when there is only one. */
export function Pager({ page, pageSize, count, hasMore = false, onPage }: PagerProps) {
  const pages = count === null ? null : Math.max(1, Math.ceil(count / pageSize))
  const isLast = pages === null ? !hasMore : page >= pages
  if (page === 1 && isLast) return null
  return (
    <nav class="pager" aria-label={t('pages')}>
      <button
        type="button"
        class="button"
        disabled={page <= 1}
        aria-label={t('pages.previous')}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="previous" />
      </button>
      <span aria-live="polite">
        {pages === null ? t('pages.page', { page }) : t('pages.of', { page, pages })}
      </span>
      <button
        type="button"
        class="button"
        disabled={isLast}
        aria-label={t('pages.next')}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="next" />
      </button>
    </nav>
  )
}
