// The tracker script: what a website loads to count its visitors. It stores nothing in the browser.
import { watchClicks } from './clicks.ts'
import { isCounted, markCounted } from './counted.ts'
import { listen, ofDocument } from './document.ts'
import { watchNavigation } from './navigation.ts'
import { enterView, pagePayload, setIdentity, viewPayload } from './page.ts'
import { quiet } from './quiet.ts'
import { cache, clearCache, isExcluded, send } from './send.ts'
import { distinctId, tracksAutomatically, tracksPageViews, wantsVitals, website } from './tag.ts'
import { watchVitals } from './vitals.ts'

// Set when bundling: whether the measuring part is in.
declare const FOOTFALL_VITALS: boolean

type Payload = ReturnType<typeof pagePayload>

/** Sends a page view, a named event with data, the given payload, or what a function makes of it. */
const track = (
  what?: string | Payload | ((payload: Payload) => unknown),
  data?: Payload,
): Promise<void> =>
  send(() => {
    if (typeof what === 'function') return what(pagePayload())
    return typeof what === 'object' ? what : { ...pagePayload(), name: what, data }
  })

/** Names the visitor and stores properties of the session; an object is properties, maybe with id. */
const identify = (who?: string | Payload | null, data?: Payload): Promise<void> => {
  const isObject = typeof who === 'object'
  const id = isObject ? who?.id : who
  if (id) setIdentity(`${id}`)
  clearCache()
  return send(() => ({ ...pagePayload(), data: (isObject ? who : data) ?? undefined }), 'identify')
}

const getSession = () => ({ cache, website })

let hasStarted = false

const start = (): void => {
  // A page that the browser only prepares has no visitor yet.
  if (hasStarted || ('prerendering' in document && document.prerendering === true)) return
  hasStarted = true
  enterView()
  if (distinctId) identify(distinctId)
  if (tracksPageViews) track()
  watchClicks()
  let leaveView = (): void => {}
  if (FOOTFALL_VITALS && wantsVitals) {
    // Old browsers cannot measure.
    quiet(() => {
      leaveView = watchVitals((metrics) =>
        send(() => ({ ...viewPayload(), ...metrics }), 'performance'),
      )
    })()
  }
  watchNavigation(leaveView)
}

// Waits for the whole page, so that its title and the before-send function are there.
const startWhenComplete = (): void => {
  if (ofDocument('readyState') === 'complete') start()
}

const page = window as { umami?: unknown }
// Elements of this name show up in the window as well, but not as its own.
if (!Reflect.getOwnPropertyDescriptor(page, 'umami') || !page.umami) {
  page.umami = { track, identify, getSession }
}

if (tracksAutomatically && website && !isExcluded() && !isCounted(website)) {
  markCounted(website)
  listen('readystatechange', startWhenComplete)
  listen('prerenderingchange', startWhenComplete)
  // Someone who leaves before everything has loaded was here too.
  window.addEventListener('pagehide', start)
  startWhenComplete()
}
