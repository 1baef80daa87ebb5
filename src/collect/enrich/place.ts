// The places visitors come from, and the headers in which a CDN names them.

import { decodeText, storableOrNull } from '../shape/text.ts'

export interface Place {
  /** Two capital letters (ISO 3166-1). */
  country: string | null
  /** Country and subdivision, such as `US-CA`. */
  region: string | null
  city: string | null
}

export const nowhere: Place = { country: null, region: null, city: null }

/** Builds a place; a country that is no code makes it nowhere, a region needs its country. */
export function toPlace(country: string | null, region: string | null, city: string | null): Place {
  const code = country?.trim().toUpperCase() ?? ''
  // XX is "unknown" and T1 the Tor network to those who send them.
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return nowhere
  const part = region?.trim() ?? ''
  return {
    country: code,
    // Databases without codes give the region's name, so this is longer than any code.
    region: part === '' ? null : storableOrNull(isCode(part) ? part : `${code}-${part}`, 50),
    city: storableOrNull(city, 50),
  }
}

const isCode = (region: string): boolean => /^[A-Za-z]{2}-/.test(region)

// Country, region and city header of each provider.
const providers = [
  ['cf-ipcountry', 'cf-region-code', 'cf-ipcity'],
  ['x-vercel-ip-country', 'x-vercel-ip-country-region', 'x-vercel-ip-city'],
  ['cloudfront-viewer-country', 'cloudfront-viewer-country-region', 'cloudfront-viewer-city'],
  ['eo-ipcountry', 'eo-region-code', 'eo-ipcity'],
] as const

/** The place named by the first provider whose country header is there; `null` without one. */
export function readPlaceFromHeaders(headers: Pick<Headers, 'get'>): Place | null {
  for (const [country, region, city] of providers) {
    const value = headers.get(country)
    if (!value) continue
    return toPlace(value, headerText(headers.get(region)), headerText(headers.get(city)))
  }
  return null
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

// Header values arrive with one character per byte, whatever the sender's encoding.
function headerText(value: string | null): string | null {
  if (value === null) return null
  const isPlain = /^[\x20-\x7e]*$/.test(value)
  if (isPlain) return decodeText(value)
  try {
    return decodeText(strictUtf8.decode(Buffer.from(value, 'latin1')))
  } catch {
    return decodeText(value)
  }
}
