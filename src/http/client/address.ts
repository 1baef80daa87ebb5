// Network addresses: reading them, and which of them are trusted, blocked or public.

import ipaddr from 'ipaddr.js'
import { ConfigError } from '../../config.ts'
import { measureText, openCache } from '../../lib/byte-cache.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Whether a set holds an address; `null` is something that is no address. */
type AddressSet = (address: Address | null) => boolean

const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/
const inBrackets = /^\[([^\]]+)\](?::\d+)?$/

/** Reads an address with or without port, brackets or zone; IPv4 within IPv6 becomes IPv4. */
export function parseAddress(text: string): Address | null {
  // Longer than the longest IPv6 address with zone, brackets and port.
  if (text.length > 80) return null
  const inner = (withPort.exec(text) ?? inBrackets.exec(text))?.[1] ?? text
  const bare = inner.split('%', 1)[0] as string
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  if (!ipaddr.IPv6.isValid(bare)) return null
  const address = ipaddr.IPv6.parse(bare)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const localRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

const words = new Map<string, AddressSet>([
  ['all', () => true],
  ['none', () => false],
  ['loopback', (address) => address?.range() === 'loopback'],
  [
    'private',
    (address) =>
      address !== null && address.range() !== 'loopback' && localRanges.includes(address.range()),
  ],
])

/**
 * Reads a comma list of addresses, CIDRs and, if `allowsWords`, the words all, none, loopback and
 * private. Throws a ConfigError that names `variable`.
 */
function parseAddressSet(list: string, variable: string, allowsWords = false): AddressSet {
  const sets = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const set = (allowsWords && words.get(entry.toLowerCase())) || parseRange(entry)
      if (set) return set
      throw new ConfigError(`${variable} has ${JSON.stringify(entry)}, not an address or CIDR`)
    })
  return (address) => sets.some((set) => set(address))
}

function parseRange(entry: string): AddressSet | null {
  const [range, bits] = entry.split('/', 2)
  const start = parseAddress(range as string)
  if (!start) return null
  const whole = start.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? whole : /^\d+$/.test(bits) ? Number(bits) : -1
  if (length < 0 || length > whole) return null
  return (address) => address?.kind() === start.kind() && address.match(start, length)
}

/** What is known about an address that was seen. */
export interface AddressFacts {
  /** Canonical text; as it came when it is no address; `null` when there is none. */
  text: string | null
  /** Its forwarding and location headers count. */
  isTrusted: boolean
  /** Nothing is recorded from it. */
  isBlocked: boolean
  /** A valid address outside private, loopback and link-local ranges: it may have a place. */
  isPublic: boolean
}

/** Looks up facts about addresses; those seen lately are remembered. */
export type AddressBook = (text: string | null) => AddressFacts

/** Opens the book from the settings TRUST_PROXY and IGNORE_IP; throws ConfigError. */
export function openAddressBook(config: { trustProxy: string; ignoreIp: string }): AddressBook {
  const isTrusted = parseAddressSet(config.trustProxy, 'TRUST_PROXY', true)
  const isBlocked = parseAddressSet(config.ignoreIp, 'IGNORE_IP')
  const seen = openCache<AddressFacts>('addresses', ({ text }) => measureText(text))

  const describe = (text: string | null): AddressFacts => {
    const address = text === null ? null : parseAddress(text)
    return {
      text: address?.toString() ?? text,
      isTrusted: isTrusted(address),
      isBlocked: isBlocked(address),
      isPublic: address !== null && !localRanges.includes(address.range()),
    }
  }
  const nobody = describe(null)

  return (text) => {
    if (text === null) return nobody
    const known = seen.get(text)
    if (known) return known
    const facts = describe(text)
    // The key is copied: a piece of a long header would keep the whole header in memory.
    if (text.length <= 80) seen.set(Buffer.from(text).toString(), facts)
    return facts
  }
}
