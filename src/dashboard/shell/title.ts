import { useEffect } from 'preact/hooks'

/** Names the window after what it shows. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'footfall'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
