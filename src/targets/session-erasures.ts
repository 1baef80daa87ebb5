// Sessions that are to be erased from the event store; a job does it.

import type { Entities } from '../db/sqlite/entities.ts'

export interface SessionErasure {
  /** Of the target in the event store. */
  number: number
  /** UUID of the session. */
  sessionId: string
}

/** Notes an erasure, durably. Nothing is noted for a target whose events are erased already. */
export function createSessionErasure(
  db: Entities,
  { number, sessionId }: SessionErasure,
  now: number,
): void {
  db.query(
    `insert or ignore into session_erasure (source_number, session_id, asked_at)
     select number, $sessionId, $now from event_source where number = $number`,
  ).run({ number, sessionId, now })
}

export const listSessionErasures = (db: Entities): SessionErasure[] =>
  db
    .query<SessionErasure, []>(
      'select source_number as number, session_id as sessionId from session_erasure',
    )
    .all()

export function removeSessionErasure(db: Entities, { number, sessionId }: SessionErasure): void {
  db.query('delete from session_erasure where source_number = ? and session_id = ?').run(
    number,
    sessionId,
  )
}
