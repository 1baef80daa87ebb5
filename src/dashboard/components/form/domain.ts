// The domain of a website, as people type or paste it.

import type { Answer } from '../../state/api.ts'

/** A host out of what people paste: https://example.com/ is example.com. */
export const readDomain = (text: string): string =>
  text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/, '')

/** Whether it is a host, with or without a port: no blanks, and only letters that a host may have. */
export function isDomain(domain: string): boolean {
  try {
    const { hostname, host } = new URL(`http://${domain}/`)
    const isHost = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?\.?$/
    return (
      (isHost.test(hostname) || hostname.startsWith('[')) && host !== '' && !/[@\s]/.test(domain)
    )
  } catch {
    return false
  }
}

/** What a form answers to a text that is no domain. */
export const invalidDomain: Answer<never> = {
  ok: false,
  problem: { kind: 'invalid', message: '', fields: { domain: 'Invalid domain' } },
}
