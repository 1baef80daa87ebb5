// Slows down guessing of passwords: per address, and per name from wherever it is tried.

import { createHash } from 'node:crypto'
import { tooMany } from '../errors.ts'
import { readNetworks } from '../http/client/network.ts'
import { Rate } from '../http/limits.ts'
import { openCache } from '../lib/byte-cache.ts'
import { secondMs } from '../time/durations.ts'
import { normalName } from '../users/store.ts'

export class LoginAttempts {
  private readonly addresses
  private readonly sites
  private readonly names
  /** Pairs of address and name that have logged in: others who try the name cannot lock them out. */
  private readonly trusted = openCache<'yes'>('logins', () => 0)

  constructor(now: () => number) {
    this.addresses = new Rate(20, 15 * secondMs, now)
    this.sites = new Rate(100, 3 * secondMs, now)
    this.names = new Rate(10, 30 * secondMs, now)
  }

  /**
   * Gives what `verify` finds, which compares a password; `null` means a wrong one, and only that
   * counts against the address and the name. While `verify` runs it counts as well, so that many at
   * once are no way around; when it throws, the password was not looked at. `verify` gets the
   * network that asks. Throws 429 with the time to wait when there were too many.
   */
  async attempt<Found>(
    address: string,
    username: string,
    verify: (network: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    // A site counts too, with a higher allowance.
    const { home, site } = readNetworks(address)
    const name = digest(normalName(username))
    const pair = `${home} ${name}`
    const counted: [Rate, string][] = [
      [this.addresses, home],
      [this.names, this.trusted.get(pair) ? pair : name],
    ]
    if (site !== null) counted.push([this.sites, site])
    const waitMs = Math.max(...counted.map(([rate, key]) => rate.waitMs(key)))
    if (waitMs > 0) throw tooMany('Too many attempts to log in; try again later.', waitMs / 1000)
    const undo = counted.map(([rate, key]) => rate.take(key))
    let isWrong = false
    try {
      const found = await verify(site ?? home)
      isWrong = found === null
      if (!isWrong) this.trusted.set(pair, 'yes')
      return found
    } finally {
      if (!isWrong) for (const giveBack of undo) giveBack()
    }
  }
}

/** Names of any length, kept short. */
const digest = (name: string): string => createHash('sha256').update(name).digest('base64url')
