// What is known about the page being viewed, and the payload every automatic message starts from.
import { ofDocument } from './document.ts'
import { excludesHash, excludesSearch, tag, website } from './tag.ts'

export type Payload = Record<string, unknown>

const withoutHash = (url: string): string => url.replace(/#.*/, '')

// By text: some pages have a URL of their own in the place of the browser's.
const cleanUrl = (raw: string): string => {
  const url = excludesSearch ? raw.replace(/^([^?#]*)\?[^#]*/, '$1') : raw
  return excludesHash ? withoutHash(url) : url
}

let identity: string | undefined
let viewUrl = ''
let heldTitle: string | undefined
let referrer = cleanUrl(ofDocument('referrer'))
if (referrer.startsWith(`${location.origin}/`)) referrer = referrer.slice(location.origin.length)

/** Makes `id` the identity in every later payload. */
export const setIdentity = (id: string): void => {
  identity = id
}

/**
 * Makes the address that of the present view; false if it already was. `leaveView` runs before,
 * while payloads are still those of the old view.
 */
export const enterView = (leaveView?: () => void): boolean => {
  const url = cleanUrl(location.href)
  if (url === viewUrl) return false
  leaveView?.()
  if (viewUrl) referrer = viewUrl
  viewUrl = url
  heldTitle = undefined
  return true
}

/** Keeps the title of the view when the browser has gone on to an address that is no view yet. */
export const holdTitle = (): void => {
  if (withoutHash(cleanUrl(location.href)) !== withoutHash(viewUrl)) {
    heldTitle ??= ofDocument('title')
  }
}

/** The page's payload as of now; address and title are those of the view, not where the browser is. */
export const viewPayload = (): Payload => ({
  website,
  // Pages may have a variable of this name.
  screen: screen?.width > 0 ? `${screen.width}x${screen.height}` : undefined,
  language: navigator.language,
  title: heldTitle ?? ofDocument('title'),
  hostname: location.hostname,
  url: viewUrl,
  referrer,
  tag,
  id: identity,
})

/** The page's payload as of now. Jumping to an anchor does not change the address. */
export const pagePayload = (): Payload => {
  const url = cleanUrl(location.href)
  return {
    ...viewPayload(),
    title: ofDocument('title'),
    url: withoutHash(url) === withoutHash(viewUrl) ? viewUrl : url,
  }
}
