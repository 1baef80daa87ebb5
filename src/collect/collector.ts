// What collection works with, opened once for all hits.

import type { TargetKind } from '../access/target-kind.ts'
import type { Config } from '../config.ts'
import type { AddressBook } from '../http/client/address.ts'
import type { Log } from '../log.ts'
import { cacheKey } from './enrich/cache-token.ts'
import type { Locator } from './enrich/geo.ts'
import { type KnownVisitors, openKnownVisitors } from './enrich/visitors.ts'
import type { Hit } from './shape/hit.ts'

interface CollectServices {
  config: Pick<
    Config,
    | 'clientIpHeader'
    | 'disableBotCheck'
    | 'skipLocationHeaders'
    | 'collectApiEndpoint'
    | 'removeTrailingSlash'
    | 'saltRotation'
  >
  addresses: AddressBook
  /** Text secret of the instance. */
  secret: string
  /** Epoch milliseconds. */
  now: () => number
  /** Number of a target that exists and is not deleted; `null` for any other. */
  findTarget: (kind: TargetKind, id: string) => number | null
  /** Resolves when the hit is on disk; rejects with an AppError when it cannot be stored. */
  writer: { add: (hit: Hit) => Promise<void> }
  locate: Locator
  log: Pick<Log, 'debug' | 'error'>
}

export interface Collector extends CollectServices {
  /** Signs cache tokens. */
  cacheKey: string
  visitors: KnownVisitors
}

export const openCollector = (services: CollectServices): Collector => ({
  ...services,
  cacheKey: cacheKey(services.secret),
  visitors: openKnownVisitors(),
})
