// The columns of an event row, by kind of hit.

import type { TargetKind } from '../../access/target-kind.ts'
import { eventTypes } from '../../db/event-type.ts'
import { type EventFields, emptyEvent, eventColumns } from './columns.ts'
import { type Payload, sentFiller } from './payload.ts'
import { decodeText, storableOrNull } from './text.ts'
import { measuredPath, readHost, setAddresses } from './url.ts'

const fillView = sentFiller(eventColumns, 'event')
const fillPerformance = sentFiller(eventColumns, 'performance')

/** A page view, a custom event (it has a name), or the hit of a link or pixel. */
export function viewFields(
  payload: Payload,
  targetKind: TargetKind,
  removeTrailingSlash: boolean,
): EventFields {
  const event = { ...emptyEvent }
  fillView(event, payload)
  event.pageTitle = readTitle(payload)
  event.eventType =
    targetKind === 'website'
      ? eventTypes[event.eventName === null ? 'page' : 'custom']
      : eventTypes[targetKind]
  setAddresses(event, payload, removeTrailingSlash)
  return event
}

/** Measured load times of a page; where its visitor came from is not part of it. */
export function performanceFields(payload: Payload, removeTrailingSlash: boolean): EventFields {
  const { url, hostname } = payload
  const event = { ...emptyEvent }
  fillPerformance(event, payload)
  event.eventType = eventTypes.vitals
  event.urlPath = measuredPath(url, hostname, removeTrailingSlash)
  event.hostname = readHost(url, hostname)
  event.pageTitle = readTitle(payload)
  return event
}

const readTitle = ({ title }: Payload): string | null =>
  storableOrNull(title === null ? null : decodeText(title), eventColumns.pageTitle.maxLength)
