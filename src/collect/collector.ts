// What collection works with, opened once for all hits.

import type { Config } from '../config.ts'
import { type AddressBook, openAddressBook } from '../http/client/address.ts'
import type { Log } from '../log.ts'
import { cacheKey } from './enrich/cache-token.ts'
import type { Locator } from './enrich/geo.ts'
import { type KnownVisitors, openKnownVisitors } from './enrich/visitors.ts'
import type { Hit } from './shape/hit.ts'

export type TargetKind = 'website' | 'link' | 'pixel'

export interface CollectDeps {
  config: Pick<
    Config,
    | 'trustProxy'
    | 'clientIpHeader'
    | 'ignoreIp'
    | 'disableBotCheck'
    | 'skipLocationHeaders'
    | 'collectApiEndpoint'
    | 'removeTrailingSlash'
    | 'saltRotation'
  >
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

export interface Collector extends CollectDeps {
  addresses: AddressBook
  /** Signs cache tokens. */
  cacheKey: string
  visitors: KnownVisitors
}

/** Throws ConfigError for a bad list of addresses in the settings. */
export const openCollector = (deps: CollectDeps): Collector => ({
  ...deps,
  addresses: openAddressBook(deps.config),
  cacheKey: cacheKey(deps.secret),
  visitors: openKnownVisitors(),
})
