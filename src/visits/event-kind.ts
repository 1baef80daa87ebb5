// What kind of event a row is, as conditions on rows.

import { eventTypes } from '../db/event-type.ts'
import { literal, type Sql, sql } from '../db/sql.ts'

export const isOfType = (type: keyof typeof eventTypes): Sql =>
  sql`event_type = ${literal(eventTypes[type])}`

export const isCustom = isOfType('custom')
export const isPage = sql`event_type not in (${literal(eventTypes.custom)}, ${literal(eventTypes.vitals)})`
export const isActivity = sql`event_type <> ${literal(eventTypes.vitals)}`

/** Above every event id. */
const idLimit = 2 ** 40

/**
 * The place of a row among others, by time and then by id, as one number: narrower to keep per group
 * than the row itself. `idInPlace` gives the id back.
 */
export const placeInTime = sql`(created_at::hugeint * ${idLimit} + event_id)`

/** The event's id in a place: its lowest bits; a division would cost as much as the rest. */
export const idInPlace = (place: Sql): Sql => sql`(${place} & ${idLimit - 1})::bigint`
