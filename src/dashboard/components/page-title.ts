import { useEffect } from 'preact/hooks'
import { signal } from '../state/signal.ts'
import { isolated } from '../text/messages.ts'

/** The title of the page, which screen readers read when it changes. */
export const pageTitle = signal('')

/** Names the window after what it shows. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts.flatMap((part) => (part ? [isolated(part)] : [])), 'footfall'].join(' · ')
  useEffect(() => {
    document.title = title
    pageTitle.write(title)
  }, [title])
}
