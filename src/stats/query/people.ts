// What identifies people, and for whom it is masked: a share page that does not open its sessions
// section gets no id of a person or session. The table of sessions is read through this file alone, so
// that no list can forget it. That of events is read through it where rows or values are listed; what
// else reads it answers no distinct id, since `assertDimensionVisible` refuses every question by that dimension.

import { type Sql, sql } from '../../db/sql.ts'
import { instantText } from '../../http/answers.ts'
import type { Target } from '../../targets/store.ts'
import { hourMs } from '../../time/durations.ts'

/** Whether the caller may see what identifies people. */
export const showsPeople = ({ shared }: Pick<Target, 'shared'>): boolean =>
  !shared || shared.showsPeople

/** The table `session` as the caller may see it. */
export const sessionTable = (target: Pick<Target, 'shared'>): Sql =>
  showsPeople(target)
    ? sql`session`
    : sql`(select * replace (null::uuid as uuid, null::varchar as distinct_id) from session)
        as session`

/** The table `event` as the caller may see it. */
export const eventTable = (target: Pick<Target, 'shared'>): Sql =>
  showsPeople(target)
    ? sql`event`
    : sql`(select * replace (null::varchar as distinct_id) from event) as event`

/**
 * An instant of a session as the caller may see it. An exact one is that of an event, and would show
 * which events are of one person; so it is cut to the hour.
 */
export const sessionInstant = (target: Pick<Target, 'shared'>, at: number): string =>
  instantText(showsPeople(target) ? at : Math.floor(at / hourMs) * hourMs)
