// What is known about the page being viewed, and the payload every automatic message starts from.
import { excludesHash, excludesSearch, tag, website } from './tag.ts'

export type Payload = Record<string, unknown>

const cleanUrl = (raw: string): string => {
  try {
    const url = new URL(raw)
    if (excludesSearch) url.search = ''
    if (excludesHash) url.hash = ''
    return url.href
  } catch {
    return raw
  }
}

const withoutHash = (url: string): string => url.replace(/#.*/, '')

let identity: string | undefined
let viewUrl = ''
let referrer = cleanUrl(document.referrer)
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
  return true
}

/** The page's payload as of now; the address is that of the view, not where the browser is. */
export const viewPayload = (): Payload => ({
  website,
  screen: `${screen.width}x${screen.height}`,
  language: navigator.language,
  title: document.title,
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
    url: withoutHash(url) === withoutHash(viewUrl) ? viewUrl : url,
  }
}
