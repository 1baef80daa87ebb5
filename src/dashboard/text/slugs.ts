// Last parts of addresses that people choose or let be chosen.

import { toAddress } from '../state/location.ts'

// Letters and digits that are not mistaken for each other.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A new slug of so many letters and digits; 16 where knowing it is all that opens something. */
export function randomSlug(length: 10 | 16 = 10): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}

const folders = { link: 'q', pixel: 'p', share: 'share' } as const

/** The whole address of a short link, pixel or share page. */
export const slugAddress = (kind: keyof typeof folders, slug: string): string =>
  `${location.origin}${toAddress(`/${folders[kind]}/${slug}`)}`
