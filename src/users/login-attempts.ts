// Slows down guessing of passwords: per address, and per name from wherever it is tried.

import { createHash } from 'node:crypto'
import { BoundedCache } from '../bounded-cache.ts'
import { parseAddress } from '../collect/address.ts'
import { tooMany } from '../errors.ts'
import { Rate } from '../http/limits.ts'
import { normalName } from './store.ts'

const secondMs = 1000

/** An attempt that counts against its address and name until it is known to have succeeded. */
export interface Attempt {
  succeed: () => void
}

export class LoginAttempts {
  private readonly addresses
  private readonly names
  /** Pairs of address and name that have logged in: whoever tries a name cannot lock them out. */
  private readonly trusted = new BoundedCache<string, true>(10_000)

  constructor(now: () => number) {
    this.addresses = new Rate(20, 15 * secondMs, now)
    this.names = new Rate(10, 30 * secondMs, now)
  }

  /** Throws 429 with the time to wait when the address or the name was tried too often. */
  begin(address: string, username: string): Attempt {
    const network = networkOf(address)
    const name = digest(normalName(username))
    const pair = `${network} ${name}`
    const nameKey = this.trusted.find(pair) ? pair : name
    const waitMs = Math.max(this.addresses.waitMs(network), this.names.waitMs(nameKey))
    if (waitMs > 0) throw tooMany('Too many attempts to log in; try again later.', waitMs / 1000)
    this.addresses.take(network)
    this.names.take(nameKey)
    return {
      succeed: () => {
        this.addresses.giveBack(network)
        this.names.giveBack(nameKey)
        this.trusted.put(pair, true)
      },
    }
  }
}

/** One household has a whole /64 of IPv6 addresses. */
function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address?.kind() !== 'ipv6') return text.slice(0, 80)
  return address.toByteArray().slice(0, 8).join('.')
}

/** Names of any length, kept short. */
const digest = (name: string): string => createHash('sha256').update(name).digest('base64url')
