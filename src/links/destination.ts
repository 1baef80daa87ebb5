// Where a short link may lead.

import { invalidField } from '../errors.ts'

/** Whether a text is an absolute http or https address that a header can hold as it is. */
export function isDestination(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\s\x00-\x1f\x7f]/.test(url) || !/^https?:\/\//i.test(url)) return false
  return URL.canParse(url)
}

/** Throws 400 for any other text. */
export function checkDestination(url: string): void {
  if (!isDestination(url)) {
    throw invalidField('url', 'Invalid URL: expected an absolute http or https address')
  }
}

/** The address as a header can carry it: letters beyond ASCII are escaped. */
export const toLocation = (url: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  /^[\x00-\x7f]*$/.test(url) ? url : new URL(url).href
