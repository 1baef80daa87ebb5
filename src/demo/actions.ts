// What visitors do besides looking: custom events with their data.

import type { Property } from '../collect/shape/columns.ts'
import type { Revenue } from '../collect/shape/hit.ts'
import { flattenProperties } from '../collect/shape/properties.ts'
import { readRevenue } from '../collect/shape/revenue.ts'
import { dayMs } from '../time/durations.ts'
import type { Random } from './random.ts'
import { WeightedSampler } from './weighted-sampler.ts'

interface DemoAction {
  name: string
  data: Property[]
  revenue: Revenue | null
}

type Data = Record<string, unknown>

const plans = ['free', 'starter', 'pro', 'team'] as const
const queries = ['cargo bike', 'helmet', 'lock', 'winter tyres', 'kids bike', 'saddle'] as const
/** Data that many events share is flattened once. */
const variants = 64

/** Name, share in per mille, and the data of one event; those without the instant can be shared. */
const kinds: readonly (readonly [string, number, (random: Random) => Data])[] = [
  [
    'add_to_cart',
    230,
    (random) => ({ sku: `NW-${100 + random.rank(300)}`, quantity: 1 + random.below(4) }),
  ],
  ['search', 220, (random) => ({ query: random.oneOf(queries), results: random.below(60) })],
  [
    'video_play',
    150,
    (random) => ({ video: `tour-${1 + random.below(12)}`, muted: random.happens(0.4) }),
  ],
  ['outbound_click', 140, () => ({})],
  ['download', 90, (random) => ({ file: `manual-${1 + random.below(40)}.pdf` })],
  ['newsletter', 60, (random) => ({ topics: ['news', ...(random.happens(0.5) ? ['deals'] : [])] })],
  ['signup', 60, (random) => ({ plan: random.oneOf(plans), invited: random.happens(0.2) })],
]
/** In per mille; with the shares above they are a thousand. */
const purchaseShare = 50

/** Events as drawn from one seed. */
export class Actions {
  private readonly shared: WeightedSampler<DemoAction[] | null>

  constructor(random: Random) {
    this.shared = new WeightedSampler<DemoAction[] | null>([
      ...kinds.map(([name, share, makeData]): [DemoAction[], number] => [
        Array.from({ length: variants }, () => ({
          name,
          data: flattenProperties(makeData(random)),
          revenue: null,
        })),
        share,
      ]),
      [null, purchaseShare],
    ])
  }

  draw(random: Random, at: number): DemoAction {
    const shared = this.shared.draw(random)
    return shared === null ? purchase(random, at) : random.oneOf(shared)
  }
}

function purchase(random: Random, at: number): DemoAction {
  const cents = 900 + Math.floor(60_000 * random.unit() ** 4)
  const data = {
    revenue: cents / 100,
    currency: random.happens(0.6) ? 'USD' : 'EUR',
    items: [`NW-${100 + random.rank(300)}`],
    express: random.happens(0.3),
    deliverAt: new Date(at + (2 + random.below(5)) * dayMs).toISOString(),
  }
  return { name: 'purchase', data: flattenProperties(data), revenue: readRevenue(data) }
}

/** Properties that a website sends of a user who logged in. */
export const userData = (random: Random, at: number): Property[] =>
  flattenProperties({
    plan: random.oneOf(plans),
    seats: 1 + random.rank(50),
    beta: random.happens(0.1),
    renewsAt: new Date(at + random.below(365) * dayMs).toISOString(),
    roles: random.happens(0.3) ? ['admin', 'editor'] : ['editor'],
  })
