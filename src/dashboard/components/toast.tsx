// Short words about what was done, at the edge of the page.

import { useEffect } from 'preact/hooks'
import { signal, useSignal } from '../state/signal.ts'

const shownMs = 4000

const said = signal<{ text: string } | null>(null)

/** Says something for a few seconds. */
export const toast = (text: string): void => said.write({ text })

/** Where it is said; stands once on the page. */
export function Toasts() {
  const toast = useSignal(said)
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => said.write(null), shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div class="toasts" role="status">
      {toast && <p class="toast">{toast.text}</p>}
    </div>
  )
}
