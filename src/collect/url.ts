// Addresses of pages and referrers, split into the columns they are stored in.

import type { EventFields } from './hit.ts'
import { decodeAddress, storable, storableOrNull } from './text.ts'

type UrlFields = Pick<
  EventFields,
  | 'urlPath'
  | 'urlQuery'
  | 'hostname'
  | 'referrerDomain'
  | 'referrerPath'
  | 'referrerQuery'
  | keyof typeof campaignParameters
>

/** Query parameters that are kept in columns of their own. */
const campaignParameters = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  gclid: 'gclid',
  fbclid: 'fbclid',
  msclkid: 'msclkid',
  ttclid: 'ttclid',
  liFatId: 'li_fat_id',
  twclid: 'twclid',
} as const

const noCampaign = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
  utmTerm: null,
  gclid: null,
  fbclid: null,
  msclkid: null,
  ttclid: null,
  liFatId: null,
  twclid: null,
}

interface Addresses {
  url: string | null
  referrer: string | null
  hostname: string | null
}

/**
 * Splits the addresses of a hit. Relative ones belong to `hostname`; one that is missing or is no
 * address leaves its columns empty. A referrer on the page's own host keeps path and query only.
 */
export function splitAddresses(
  { url, referrer, hostname }: Addresses,
  removeTrailingSlash: boolean,
): UrlFields {
  const base = baseOf(hostname)
  const page = url === null ? null : parseUrl(url, base)
  const origin = referrer ? parseUrl(referrer, base) : null
  // Without a host name of its own the page's address tells it: `localhost` for a bare path.
  const pageHost = withoutWww((page ?? base).hostname)
  const ownHost = hostname === null ? pageHost : withoutWww(base.hostname)
  const referrerHost = origin === null ? '' : withoutWww(origin.hostname.toLowerCase())
  return {
    urlPath: page === null ? '' : pagePath(page, removeTrailingSlash),
    urlQuery: page === null ? null : queryOf(page),
    hostname: hostname ?? storableOrNull(pageHost, 100),
    referrerDomain: referrerHost === ownHost ? null : storableOrNull(referrerHost, 500),
    referrerPath: origin === null ? null : storable(decodeAddress(origin.pathname), 500),
    referrerQuery: origin === null ? null : queryOf(origin),
    ...(page === null ? noCampaign : campaignOf(page)),
  }
}

/** Path of a measured page: without query and hash, and not decoded. */
export function measuredPath(
  url: string | null,
  hostname: string | null,
  removeTrailingSlash: boolean,
): string {
  const page = url === null ? null : parseUrl(url, baseOf(hostname))
  return page === null ? '' : storable(trimmedPath(page, removeTrailingSlash), 500)
}

/** The page's own host, without leading `www.`; `null` when neither tells it. */
export function hostOf(url: string | null, hostname: string | null): string | null {
  if (hostname !== null) return hostname
  const base = baseOf(null)
  const page = url === null ? base : (parseUrl(url, base) ?? base)
  return storableOrNull(withoutWww(page.hostname), 100)
}

const localhost = new URL('https://localhost')

function baseOf(hostname: string | null): URL {
  // A host name with blanks or the like is kept as text but makes no address.
  return hostname === null ? localhost : (URL.parse(`https://${hostname}`) ?? localhost)
}

const parseUrl = (text: string, base: URL): URL | null =>
  /^https?:\/\//i.test(text) ? URL.parse(text) : URL.parse(text, base)

const withoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host)

const pagePath = (page: URL, removeTrailingSlash: boolean): string =>
  storable(decodeAddress(trimmedPath(page, removeTrailingSlash) + page.hash), 500)

function trimmedPath({ pathname }: URL, removeTrailingSlash: boolean): string {
  const isTrimmed = removeTrailingSlash && pathname.length > 1 && pathname.endsWith('/')
  return isTrimmed ? pathname.slice(0, -1) : pathname
}

const queryOf = ({ search }: URL): string | null => storableOrNull(search.slice(1), 500)

/** First value of each campaign parameter, decoded; present but empty stays an empty text. */
function campaignOf(page: URL): typeof noCampaign | Record<keyof typeof noCampaign, string | null> {
  if (page.search === '') return noCampaign
  const { searchParams } = page
  const value = (name: string): string | null => {
    const found = searchParams.get(name)
    return found === null ? null : storable(found, 255)
  }
  return {
    utmSource: value('utm_source'),
    utmMedium: value('utm_medium'),
    utmCampaign: value('utm_campaign'),
    utmContent: value('utm_content'),
    utmTerm: value('utm_term'),
    gclid: value('gclid'),
    fbclid: value('fbclid'),
    msclkid: value('msclkid'),
    ttclid: value('ttclid'),
    liFatId: value('li_fat_id'),
    twclid: value('twclid'),
  }
}
