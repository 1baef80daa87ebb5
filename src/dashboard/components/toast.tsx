// Short words about what was done, at the edge of the page.

import { useEffect } from 'preact/hooks'
import { secondMs } from '../../time/durations.ts'
import { signal, useSignal } from '../state/signal.ts'

const shownMs = 4 * secondMs
/** With something to click in it. */
const offeredMs = 12 * secondMs

interface ToastAction {
  label: string
  run: () => void
}

const shownToast = signal<{ text: string; action: ToastAction | null } | null>(null)

/** Shows a text for a few seconds, with something that can be done about it. */
export const toast = (text: string, action: ToastAction | null = null): void =>
  shownToast.write({ text, action })

/** Where toasts appear; once on the page. */
export function Toasts() {
  const toast = useSignal(shownToast)
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => shownToast.write(null), toast.action ? offeredMs : shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div class="toasts" role="status">
      {toast && (
        <p class="toast">
          {toast.text}
          {toast.action && (
            <button
              type="button"
              class="toast-action"
              onClick={() => {
                shownToast.write(null)
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
