// Drawing things by weight, at the price of one look into a table.

import type { Random } from './random.ts'

/** Entries of a table: shares are exact to a quarter of a per mille. */
const tableEntries = 4096

/** Each thing has entries of the table in proportion to its weight, at least one. */
export class WeightedSampler<Thing> {
  private readonly entries: Thing[] = []

  /** Pairs of a thing and its weight, a positive number. */
  constructor(weighted: readonly (readonly [Thing, number])[]) {
    const total = weighted.reduce((sum, [, weight]) => sum + weight, 0)
    let weightSoFar = 0
    for (const [thing, weight] of weighted) {
      weightSoFar += weight
      const filled = Math.round((weightSoFar / total) * tableEntries)
      const end = Math.max(this.entries.length + 1, filled)
      while (this.entries.length < end) this.entries.push(thing)
    }
  }

  draw(random: Random): Thing {
    return this.entries[random.below(this.entries.length)] as Thing
  }
}
