// The columns of an event row, by kind of hit.

import type { TargetKind } from '../../access/target-kind.ts'
import { eventTypes } from '../../db/event-type.ts'
import { type EventFields, emptyEvent, eventColumns } from './columns.ts'
import { type Payload, sentReader } from './payload.ts'
import { decodeText, storableOrNull } from './text.ts'
import { measuredPath, readHost, setAddresses } from './url.ts'

const readView = sentReader(eventColumns, 'event')
const readPerformance = sentReader(eventColumns, 'performance')

/** A page view, a custom event (it has a name), or the hit of a link or pixel. */
export function viewFields(
  payload: Payload,
  targetKind: TargetKind,
  removeTrailingSlash: boolean,
): EventFields {
  const event: EventFields = { ...emptyEvent, ...readView(payload), pageTitle: readTitle(payload) }
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
  return {
    ...emptyEvent,
    ...readPerformance(payload),
    eventType: eventTypes.vitals,
    urlPath: measuredPath(url, hostname, removeTrailingSlash),
    hostname: readHost(url, hostname),
    pageTitle: readTitle(payload),
  }
}

const readTitle = ({ title }: Payload): string | null =>
  storableOrNull(title === null ? null : decodeText(title), eventColumns.pageTitle.maxLength)
