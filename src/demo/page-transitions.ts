// The way through the demo website: mostly along its links, now and then anywhere.

import type { Random } from './random.ts'

const followsLink = 0.7

/**
 * By number of a page, where its links lead, the most used first: from the start to the shop and the
 * prices, from there to the cart and the checkout. Other pages lead anywhere.
 */
const links: readonly (readonly number[])[] = [
  [2, 1, 4],
  [2, 8, 9],
  [5, 4],
  [0, 2],
  [2, 5],
  [6, 2],
  [],
  [9, 0],
  [1, 9],
]

/** The number of the page that is looked at after another, which is `null` when a visit begins. */
export function drawPage(random: Random, count: number, after: number | null): number {
  const next = after === null ? [] : (links[after] ?? [])
  if (next.length === 0 || !random.happens(followsLink)) return random.rank(count)
  return Math.min(count - 1, next[random.rank(next.length)] as number)
}
