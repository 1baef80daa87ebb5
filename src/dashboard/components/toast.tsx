// Short words about what was done, at the edge of the page.

import { useEffect } from 'preact/hooks'
import { secondMs } from '../../time/durations.ts'
import { signal, useSignal } from '../state/signal.ts'

const shownMs = 4 * secondMs

const shownToast = signal<{ text: string } | null>(null)

/** Shows a text for a few seconds. */
export const toast = (text: string): void => shownToast.write({ text })

/** Where toasts appear; once on the page. */
export function Toasts() {
  const toast = useSignal(shownToast)
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => shownToast.write(null), shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div class="toasts" role="status">
      {toast && <p class="toast">{toast.text}</p>}
    </div>
  )
}
