// The visitor's address as proxies report it.

import type { AddressBook, AddressFacts } from './address.ts'

/** Where a request came from: its headers and the other end of its connection. */
export interface Sender {
  headers: Pick<Headers, 'get'>
  /** `null` when the connection has none or is gone. */
  peerAddress: string | null
}

// What proxies append to, in this order. A header that one vendor sets is none of them: other proxies
// pass on what a visitor sends.
const forwardingHeaders = ['x-forwarded-for', 'forwarded']

/**
 * The visitor's address: what a trusted peer's headers say, else the peer. `preferredHeader` is looked
 * at first, whatever its name. Headers of an untrusted peer do not count, since anyone can write them.
 */
export function findVisitor(
  sender: Sender,
  book: AddressBook,
  preferredHeader: string | null,
): AddressFacts {
  const peer = book(sender.peerAddress)
  if (!peer.isTrusted) return peer
  const preferred = preferredHeader === null ? null : readHeader(sender, preferredHeader, book)
  if (preferred) return preferred
  for (const name of forwardingHeaders) {
    const found = readHeader(sender, name, book)
    if (found) return found
  }
  return peer
}

/**
 * Every proxy appends the peer it saw, so the list is read from the right: the first address that
 * is not a trusted proxy is the visitor. Further left is what the visitor made up.
 */
function readHeader(sender: Sender, name: string, book: AddressBook): AddressFacts | null {
  const value = sender.headers.get(name)
  if (value === null) return null
  const isForwarded = name === 'forwarded' || (name === 'x-forwarded' && /for=/i.test(value))
  let found: AddressFacts | null = null
  for (let end = value.length; end >= 0; ) {
    const comma = end === 0 ? -1 : value.lastIndexOf(',', end - 1)
    const item = value.slice(comma + 1, end)
    const text = isForwarded ? forParameter(item) : item.trim()
    end = comma
    if (text === '') continue
    found = book(text)
    if (!found.isTrusted) return found
  }
  return found
}

/** The `for` parameter of one element of a Forwarded header (RFC 7239), without quotes. */
function forParameter(element: string): string {
  const parameter = element
    .split(';')
    .map((part) => part.trim())
    .find((part) => /^for=/i.test(part))
  return parameter?.slice(4).trim().replace(/^"|"$/g, '') ?? ''
}
