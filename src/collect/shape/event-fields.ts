// The columns of an event row, by kind of hit.

import type { Payload } from '../read/payload.ts'
import type { EventFields } from './hit.ts'
import { decodeText, storableOrNull } from './text.ts'
import { measuredPath, readHost, splitAddresses } from './url.ts'

/** A page view, a custom event (it has a name), or the hit of a link or pixel. */
export function viewFields(
  payload: Payload,
  targetKind: 'website' | 'link' | 'pixel',
  removeTrailingSlash: boolean,
): EventFields {
  const { name, tag } = payload
  const split = splitAddresses(payload, removeTrailingSlash)
  return {
    eventType: targetKind === 'link' ? 3 : targetKind === 'pixel' ? 4 : name !== null ? 2 : 1,
    eventName: name,
    urlPath: split.urlPath,
    urlQuery: split.urlQuery,
    hostname: split.hostname,
    pageTitle: readTitle(payload),
    tag,
    referrerDomain: split.referrerDomain,
    referrerPath: split.referrerPath,
    referrerQuery: split.referrerQuery,
    utmSource: split.utmSource,
    utmMedium: split.utmMedium,
    utmCampaign: split.utmCampaign,
    utmContent: split.utmContent,
    utmTerm: split.utmTerm,
    gclid: split.gclid,
    fbclid: split.fbclid,
    msclkid: split.msclkid,
    ttclid: split.ttclid,
    liFatId: split.liFatId,
    twclid: split.twclid,
    lcp: null,
    inp: null,
    cls: null,
    fcp: null,
    ttfb: null,
  }
}

/** Measured load times of a page; where its visitor came from is not part of it. */
export function performanceFields(payload: Payload, removeTrailingSlash: boolean): EventFields {
  const { url, hostname, tag, lcp, inp, cls, fcp, ttfb } = payload
  return {
    eventType: 5,
    eventName: null,
    urlPath: measuredPath(url, hostname, removeTrailingSlash),
    urlQuery: null,
    hostname: readHost(url, hostname),
    pageTitle: readTitle(payload),
    tag,
    referrerDomain: null,
    referrerPath: null,
    referrerQuery: null,
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
    lcp: rounded(lcp, 1),
    inp: rounded(inp, 1),
    cls: rounded(cls, 4),
    fcp: rounded(fcp, 1),
    ttfb: rounded(ttfb, 1),
  }
}

const readTitle = ({ title }: Payload): string | null =>
  storableOrNull(title === null ? null : decodeText(title), 500)

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))
