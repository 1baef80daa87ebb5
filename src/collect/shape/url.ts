// Addresses of pages and referrers, split into the columns they are stored in.

import { measureText, openCache } from '../../lib/byte-cache.ts'
import { type EventFields, eventColumns, type ParameterName } from './columns.ts'
import { decodeAddress, storable, storableOrNull } from './text.ts'

/** The members of an event by the query parameters that they are taken from. */
const parameterNames = new Map(
  Object.entries(eventColumns)
    .filter(([, column]) => 'isParameter' in column)
    .map(([name, { column }]) => [column, name as ParameterName]),
)
// An escape could be part of a name.
const mayHaveParameters = new RegExp([...parameterNames.keys(), '%'].join('|'))

interface Addresses {
  url: string | null
  referrer: string | null
  hostname: string | null
}

/** An address taken apart. */
interface Parts {
  host: string
  path: string
  /** Without `?`. */
  query: string
  /** With `#`, unless it is empty. */
  hash: string
}

/**
 * Splits the addresses of a hit into columns of its event. Relative ones belong to `hostname`, a referrer
 * without it to the page's host; one that is missing or is no address leaves its columns empty. A
 * referrer on the page's own host keeps path and query only; one that names no host, such as
 * `about:blank`, is none.
 */
export function setAddresses(
  event: EventFields,
  { url, referrer, hostname }: Addresses,
  removeTrailingSlash: boolean,
): void {
  const base = toBase(hostname)
  const page = url === null ? null : readParts(url, base)
  // Without a host name that makes an address the page's own decides: `localhost` for a bare path.
  const pageHost = withoutWww((page ?? base).host)
  event.hostname = hostname ?? storableOrNull(pageHost, eventColumns.hostname.maxLength)
  if (page) {
    event.urlPath = pagePath(page, removeTrailingSlash)
    event.urlQuery = storableOrNull(page.query, eventColumns.urlQuery.maxLength)
    setParameters(event, page.query)
  }
  const origin = referrer ? readParts(referrer, referrerBase(page, base)) : null
  if (!origin?.host) return
  const ownHost = base === localhost ? pageHost : withoutWww(base.host)
  const originHost = withoutWww(origin.host.toLowerCase())
  if (originHost !== ownHost) {
    event.referrerDomain = storableOrNull(originHost, eventColumns.referrerDomain.maxLength)
  }
  event.referrerPath = storable(decodeAddress(origin.path), eventColumns.referrerPath.maxLength)
  event.referrerQuery = storableOrNull(origin.query, eventColumns.referrerQuery.maxLength)
}

/** Without a host name that makes an address, a referrer is relative to the page that names its own. */
const referrerBase = (page: Parts | null, base: Base): Base =>
  base === localhost && page?.host ? toBase(page.host) : base

/** Path of a measured page: without query and hash, and not decoded. */
export function measuredPath(
  url: string | null,
  hostname: string | null,
  removeTrailingSlash: boolean,
): string {
  const page = url === null ? null : readParts(url, toBase(hostname))
  return page === null
    ? ''
    : storable(trimmedPath(page, removeTrailingSlash), eventColumns.urlPath.maxLength)
}

/** The page's own host, without leading `www.`; `null` when neither has one. */
export function readHost(url: string | null, hostname: string | null): string | null {
  if (hostname !== null) return hostname
  const base = toBase(null)
  const page = url === null ? base : (readParts(url, base) ?? base)
  return storableOrNull(withoutWww(page.host), eventColumns.hostname.maxLength)
}

/** Whether a text is an address, or one relative to some website. */
export const isAddress = (text: string): boolean =>
  isPlain(text) || URL.canParse(text, 'https://localhost')

/**
 * A referrer, or `null` for a text that is no address. A visitor is not lost for what browsers and apps
 * made up: it is as if none was sent.
 */
export const readReferrer = (text: string): string | null => (isAddress(text) ? text : null)

/**
 * Addresses that the URL standard leaves as they are, as most are: taking them apart by this costs a
 * small part of a URL object. Their hosts are lower-case labels that need no check (as `xn--` does),
 * the last one no number; path, query and hash are without characters that would be escaped.
 */
const plainAddress = new RegExp(
  '^(?:https?://((?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)*[a-z][a-z\\d]*(?:-[a-z\\d]+)*)|(?=/(?!/)))' +
    '(/[\\w.~!$&()*+,;=:@/-]*)?' +
    '(?:\\?([\\w.~!$&()*+,;=:@/?%-]*))?' +
    '(#[\\w.~!$&()*+,;=:@/?%-]*)?$',
)
// The time to find that a longer one is not plain could grow faster than its length.
const maxPlain = 2048

// Segments of a path that begin with a dot may be steps up.
const isPlain = (text: string): boolean =>
  text.length <= maxPlain && plainAddress.test(text) && !text.includes('/.')

const readParts = (text: string, base: Base): Parts | null =>
  readPlainParts(text, base) ?? readParsedParts(text, base)

/** The parts of a plain address; `null` for any other, which then has to be parsed. */
export function readPlainParts(text: string, base: Base): Parts | null {
  const plain = text.length > maxPlain || text.includes('/.') ? null : plainAddress.exec(text)
  if (!plain) return null
  const [, host = base.host, path = '/', query = '', hash = ''] = plain
  return { host, path, query, hash: hash === '#' ? '' : hash }
}

/** The parts by the URL standard; `null` for what is no address. */
export function readParsedParts(text: string, base: Base): Parts | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : URL.parse(text, base.url)
  if (url === null) return null
  return { host: url.hostname, path: url.pathname, query: url.search.slice(1), hash: url.hash }
}

/** What relative addresses belong to. */
interface Base {
  host: string
  url: string
}

const localhost: Base = { host: 'localhost', url: 'https://localhost' }

// A website has few host names, and all its hits name them.
const knownBases = openCache<Base>(
  'pageBases',
  ({ host, url }) => measureText(host) + measureText(url),
)

/** The base of a page whose hostname was sent. */
export function toBase(hostname: string | null): Base {
  if (hostname === null) return localhost
  const known = knownBases.get(hostname)
  if (known) return known
  const url = URL.parse(`https://${hostname}`)
  // A host name with blanks or the like is kept as text but makes no address.
  const base = url === null ? localhost : { host: url.hostname, url: url.href }
  // The key is copied: a piece of a long text would keep the whole text in memory.
  knownBases.set(Buffer.from(hostname).toString(), base)
  return base
}

const withoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host)

const pagePath = (page: Parts, removeTrailingSlash: boolean): string =>
  storable(
    decodeAddress(trimmedPath(page, removeTrailingSlash) + page.hash),
    eventColumns.urlPath.maxLength,
  )

function trimmedPath({ path }: Parts, removeTrailingSlash: boolean): string {
  const isTrimmed = removeTrailingSlash && path.length > 1 && path.endsWith('/')
  return isTrimmed ? path.slice(0, -1) : path
}

/** First value of each parameter that has a column, decoded; present but empty stays an empty text. */
function setParameters(event: EventFields, query: string): void {
  if (!mayHaveParameters.test(query)) return
  for (const [parameter, value] of listParameters(query)) {
    const name = parameterNames.get(parameter)
    if (name !== undefined) event[name] ??= storable(value, eventColumns[name].maxLength)
  }
}

/** The parameters of a query, in order and decoded. */
function listParameters(query: string): Iterable<[string, string]> {
  // The question mark keeps one that begins the query itself.
  if (query.includes('%')) return new URLSearchParams(`?${query}`)
  return query
    .replaceAll('+', ' ')
    .split('&')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    })
}
