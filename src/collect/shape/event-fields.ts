// The columns of an event row, by kind of hit.

import type { TargetKind } from '../../access/target-kind.ts'
import { eventTypes } from '../../db/event-type.ts'
import type { Payload } from '../read/payload.ts'
import { type EventFields, emptyEvent, eventColumns } from './columns.ts'
import { decodeText, storableOrNull } from './text.ts'
import { measuredPath, readHost, setAddresses } from './url.ts'

/** A page view, a custom event (it has a name), or the hit of a link or pixel. */
export function viewFields(
  payload: Payload,
  targetKind: TargetKind,
  removeTrailingSlash: boolean,
): EventFields {
  const { name, tag } = payload
  const event = { ...emptyEvent }
  event.eventType =
    targetKind === 'website'
      ? eventTypes[name === null ? 'page' : 'custom']
      : eventTypes[targetKind]
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
    eventType: eventTypes.vitals,
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
