// Sends messages to the server and remembers what it answers, for this page load only.
import type { Payload } from './page.ts'
import { beforeSend, credentials, domains, endpoint, respectsDoNotTrack, website } from './tag.ts'

export type MessageType = 'event' | 'identify' | 'performance'

type BeforeSend = (type: MessageType, payload: unknown) => unknown

// Browsers refuse more than 64 KiB of keepalive bodies; a character takes up to 3 bytes.
const KEEPALIVE_CHARACTERS = 2e4

let isDisabled = false

/** Token of the last answer, if it had one; empty after identify. */
export let cache: string | undefined

/** Forgets the token: the next message belongs to another session. */
export const clearCache = (): void => {
  cache = ''
}

const isSwitchedOff = (): boolean => {
  try {
    return !!localStorage.getItem('umami.disabled')
  } catch {
    return false // no storage in sandboxed frames
  }
}

const asksNotToTrack = (): boolean => {
  const { doNotTrack, msDoNotTrack } = navigator as Navigator & Record<string, unknown>
  const old = window as unknown as Record<string, unknown>
  return [old.doNotTrack, doNotTrack, msDoNotTrack].some((wish) => /^(1|yes)$/.test(`${wish}`))
}

/** True when this tag is for another page or another visitor. */
export const isExcluded = (): boolean =>
  !website ||
  !!(domains && !domains.includes(location.hostname)) ||
  (respectsDoNotTrack && asksNotToTrack())

/** True when nothing may be sent from this page. */
export const isOff = (): boolean => isDisabled || isExcluded() || isSwitchedOff()

/** Sends what `build` makes, which may be a promise; nothing if that is falsy. Never rejects. */
export const send = async (build: () => unknown, type: MessageType = 'event'): Promise<void> => {
  try {
    if (isOff()) return
    let payload = await build()
    const filter = beforeSend && (window as unknown as Record<string, BeforeSend>)[beforeSend]
    if (typeof filter === 'function') payload = await filter(type, payload as Payload)
    if (!payload) return
    const body = JSON.stringify({ type, payload })
    const response = await fetch(endpoint, {
      method: 'POST',
      body,
      credentials,
      keepalive: body.length < KEEPALIVE_CHARACTERS,
      headers: {
        'Content-Type': 'application/json',
        ...(cache !== undefined && { 'x-umami-cache': cache }),
      },
    })
    const answer = await response.json()
    cache = answer.cache
    isDisabled = isDisabled || answer.disabled
  } catch {
    // A page must not notice that its statistics failed.
  }
}
