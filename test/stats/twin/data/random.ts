// Chance that repeats itself when given the same seed.

export interface Random {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0 to `count`, without `count`. */
  below(count: number): number
  isLucky(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Mulberry32: small, and even enough for test data. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    isLucky: (share) => next() < share,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    shuffle(items) {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const held = shuffled[last]
        shuffled[last] = shuffled[other] as (typeof items)[number]
        shuffled[other] = held as (typeof items)[number]
      }
      return shuffled
    },
  }
}
