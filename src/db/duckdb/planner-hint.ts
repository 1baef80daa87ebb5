// Planner hints: conditions that change no answer, only how the database finds it.

import type { Sql } from '../sql.ts'

/**
 * Planner hint: marks a joined relation as the build side of a hash join, the side that is kept in
 * memory and hashed. `alwaysTrue` is a condition on the relation that every row fulfils; the planner
 * does not know that and lowers its estimate of the rows, so that it hashes this side and not the event
 * rows. It must not be one that follows from another condition, which the planner would drop.
 *
 * @example sql`select host from … group by host having ${asBuildSide(sql`count(*) > 0`)}`
 */
export const asBuildSide = (alwaysTrue: Sql): Sql => alwaysTrue
