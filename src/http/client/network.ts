// Whose request it is, for limits: the client's address, and the network that counts as one sender.

import type { Config } from '../../config.ts'
import { type AddressBook, parseAddress } from './address.ts'
import { findVisitor, type Sender } from './forwarding.ts'

/** What distinguishes the client from the proxies in front. */
export interface AddressServices {
  addresses: AddressBook
  config: Pick<Config, 'clientIpHeader'>
}

/** Where a request comes from, by the same rules of trust as for visitors. */
export const readAddress = ({ addresses, config }: AddressServices, sender: Sender): string =>
  findVisitor(sender, addresses, config.clientIpHeader).text ?? ''

/**
 * The network that counts as one sender. One household has a whole /64 of IPv6 addresses; a site may
 * have a /48.
 */
export function readNetworks(text: string): { home: string; site: string | null } {
  const address = parseAddress(text)
  if (address?.kind() !== 'ipv6') return { home: text.slice(0, 80), site: null }
  const bytes = address.toByteArray()
  return { home: bytes.slice(0, 8).join('.'), site: bytes.slice(0, 6).join('.') }
}
