// Page views of single-page apps: the history calls that change the address.
import { enterView, holdTitle, viewPayload } from './page.ts'
import { quiet } from './quiet.ts'
import { send } from './send.ts'
import { tracksPageViews } from './tag.ts'

// Apps set the new title a moment after the address.
const TITLE_DELAY_MS = 300

/** Counts address changes as page views. `leaveView` runs before each. */
export const watchNavigation = (leaveView: () => void): void => {
  let waiting: ReturnType<typeof setTimeout> | undefined

  const sendWaiting = (): void => {
    if (waiting === undefined) return
    clearTimeout(waiting)
    waiting = undefined
    send(viewPayload)
  }

  // A view that the next one overtakes has the title it will ever have.
  const leave = (): void => {
    sendWaiting()
    leaveView()
  }

  const follow = quiet((url: unknown): void => {
    if (url == null || !enterView(leave) || !tracksPageViews) return
    waiting = setTimeout(sendWaiting, TITLE_DELAY_MS)
  })
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    // The call comes first: an address that the browser refuses is no view.
    history[method] = function (...args) {
      const result = original.apply(this, args)
      follow(args[2])
      return result
    }
  }
  // Before the page's own listeners change the title.
  window.addEventListener('popstate', quiet(holdTitle), true)
  window.addEventListener('pagehide', sendWaiting)
}
