// Text that visitors send, made fit for storing.

/**
 * At most `max` UTF-16 units of `text`, without NUL and with U+FFFD for lone surrogates: the event
 * store holds UTF-8, which has neither. A surrogate pair is never cut in half.
 */
export function storable(text: string, max: number): string {
  // The margin keeps a huge text from being searched whole; NULs beyond it are not worth the time.
  const short = text.length > max * 2 ? text.slice(0, max * 2) : text
  const clean = short.includes('\0') ? short.replaceAll('\0', '') : short
  return cut(clean, max).toWellFormed()
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  // Copied, because a piece of a long text keeps the whole text in memory.
  return Buffer.from(text.slice(0, splitsPair ? max - 1 : max), 'utf16le').toString('utf16le')
}

/** Like `storable`, but nothing left is `null`. */
export const storableOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : storable(text, max) || null

/** Percent-decodes a whole address: reserved escapes such as %2F stay; bad escapes leave it raw. */
export const decodeAddress = (text: string): string => decoded(text, decodeURI)

/** Percent-decodes every escape; bad escapes leave the text raw. */
export const decodeText = (text: string): string => decoded(text, decodeURIComponent)

function decoded(text: string, decode: (text: string) => string): string {
  if (!text.includes('%')) return text
  try {
    return decode(text)
  } catch {
    return text
  }
}
