// What the visitors of share pages may ask: how often, and who they are to the queues for the
// database. Slugs are public, so anyone may be such a visitor.

import { tooMany } from '../errors.ts'
import type { Sender } from '../http/client/forwarding.ts'
import { readNetworks } from '../http/client/network.ts'
import { Rate } from '../http/limits.ts'
import type { SemaphoreCaller } from '../lib/semaphore.ts'

/** A page asks sixteen questions; twenty people of one office may open one together, and then another. */
const burst = 600
/** And then twenty questions a second. */
const everyMs = 50

/** Counts requests by share page and network: a new token of the same page is no way around. */
export class ShareRequests {
  private readonly rate

  constructor(
    private readonly readAddress: (sender: Sender) => string,
    now: () => number,
  ) {
    this.rate = new Rate(burst, everyMs, now)
  }

  /** Counts a request. Throws 429 with the time to wait when there were too many. */
  admit(shareId: string, sender: Sender): SemaphoreCaller {
    const key = `${shareId} ${readNetworks(this.readAddress(sender)).home}`
    const waitMs = this.rate.waitMs(key)
    if (waitMs > 0) throw tooMany('Too many requests; try again later.', waitMs / 1000)
    this.rate.take(key)
    return { key: `share ${key}`, isLimited: true }
  }
}
