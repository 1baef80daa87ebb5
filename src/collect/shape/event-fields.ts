// The columns of an event row, by kind of hit.

import type { Payload } from '../read/payload.ts'
import { type EventFields, emptyEvent, eventColumns } from './columns.ts'
import { decodeText, storableOrNull } from './text.ts'
import { measuredPath, readHost, setAddresses } from './url.ts'

/** A page view, a custom event (it has a name), or the hit of a link or pixel. */
export function viewFields(
  payload: Payload,
  targetKind: 'website' | 'link' | 'pixel',
  removeTrailingSlash: boolean,
): EventFields {
  const { name, tag } = payload
  const event = { ...emptyEvent }
  event.eventType = targetKind === 'link' ? 3 : targetKind === 'pixel' ? 4 : name !== null ? 2 : 1
  event.eventName = name
  event.pageTitle = readTitle(payload)
  event.tag = tag
  setAddresses(event, payload, removeTrailingSlash)
  return event
}

/** Measured load times of a page; where its visitor came from is not part of it. */
export function performanceFields(payload: Payload, removeTrailingSlash: boolean): EventFields {
  const { url, hostname, tag, lcp, inp, cls, fcp, ttfb } = payload
  return {
    ...emptyEvent,
    eventType: 5,
    urlPath: measuredPath(url, hostname, removeTrailingSlash),
    hostname: readHost(url, hostname),
    pageTitle: readTitle(payload),
    tag,
    lcp: rounded(lcp, 1),
    inp: rounded(inp, 1),
    cls: rounded(cls, 4),
    fcp: rounded(fcp, 1),
    ttfb: rounded(ttfb, 1),
  }
}

const readTitle = ({ title }: Payload): string | null =>
  storableOrNull(title === null ? null : decodeText(title), eventColumns.pageTitle.maxLength)

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))
