// Drawing things by weight, at the price of one look into a table.

import type { Random } from './random.ts'

const tickets = 4096

/** Gives each thing its share of the tickets; one of a tiny share still has one. */
export class WeightedSampler<Thing> {
  private readonly drawn: Thing[] = []

  /** Pairs of a thing and its weight, a positive number. */
  constructor(weighted: readonly (readonly [Thing, number])[]) {
    const total = weighted.reduce((sum, [, weight]) => sum + weight, 0)
    let sold = 0
    for (const [thing, weight] of weighted) {
      sold += weight
      const upTo = Math.max(this.drawn.length + 1, Math.round((sold / total) * tickets))
      while (this.drawn.length < upTo) this.drawn.push(thing)
    }
  }

  draw(random: Random): Thing {
    return this.drawn[random.below(this.drawn.length)] as Thing
  }
}
