// Text from visitors and users, made safe to show.

/**
 * Control characters, and those that turn the direction of text, draw nothing and change the text
 * around them: a path that ends in cod.exe could be read as exe.doc.
 */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Shows characters that would act instead of being seen as their numbers: [U+202E]. */
export const visible = (text: string): string =>
  text.replace(
    unseen,
    (letter) => `[U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )

/** Whether letters of a text are written from right to left. */
export const hasRightToLeft = (text: string): boolean =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)

/** What of a name can be typed: without characters nobody sees, white space folded and trimmed. */
export const typeable = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
