// Event targets: the websites, links and pixels whose ids events carry, and their numbers.

import type { Owned } from '../access/permissions.ts'
import type { TargetKind } from '../access/target-kind.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { openCache } from '../lib/byte-cache.ts'

export interface Target extends Owned {
  /** The website's, link's or pixel's id. */
  id: string
  kind: TargetKind
  /** Under which number the event store keeps its events. */
  number: number
  /** Nothing before this instant is read; epoch milliseconds. */
  resetAt: number | null
  /** Where the caller looks through a share page: whether it allows filters, and distinguishes people. */
  shared?: { allowsFilters: boolean; showsPeople: boolean }
}

/**
 * Makes sure that new numbers are higher than any in the event store. They are unless the entity
 * database was lost or restored alone; then a new website must not inherit another one's events.
 */
export function reserveTargetNumbers(db: Entities, highest: number): void {
  db.transaction(() => {
    const { changes } = db
      .query("update sqlite_sequence set seq = max(seq, ?) where name = 'event_source'")
      .run(highest)
    if (changes === 0 && highest > 0) {
      db.query("insert into sqlite_sequence (name, seq) values ('event_source', ?)").run(highest)
    }
  })()
}

/** Gives a new entity its number. */
export function createTarget(db: Entities, kind: TargetKind, id: string): void {
  db.query('insert into event_source (entity_id, kind) values (?, ?)').run(id, kind)
}

/** The entity whose events have this number; `null` when it was deleted or reset since. */
export const findTargetId = (db: Entities, number: number): string | null =>
  db
    .query<{ id: string }, [number]>(
      'select entity_id as id from event_source where number = ? and retired_at is null',
    )
    .get(number)?.id ?? null

/** Hides all events of an entity at once; a job erases them later. */
export function retireTarget(db: Entities, id: string, now: number): void {
  db.query('update event_source set retired_at = ? where entity_id = ? and retired_at is null').run(
    now,
    id,
  )
}

/**
 * Whether any website, link, pixel or board has this id, or a user, whose id their dashboard takes:
 * they share one space of ids.
 */
export const isEntityId = (db: Entities, id: string): boolean =>
  db
    .query(
      `select 1 from website where id = $id union all select 1 from link where id = $id
       union all select 1 from pixel where id = $id union all select 1 from board where id = $id
       union all select 1 from user where id = $id`,
    )
    .get({ id }) !== null

/** Three ids and a few numbers. */
const bytesPerTarget = 300

/** Targets by id, with a small cache for collection; entity changes must call `invalidate`. */
export class Targets {
  private readonly cache = openCache<Target>('targets', () => bytesPerTarget)

  constructor(private readonly db: Entities) {}

  /** The target of an id of any kind; `null` when there is none. */
  find(id: string): Target | null {
    const key = id.toLowerCase()
    const cached = this.cache.get(key)
    if (cached) return cached
    const found = this.db
      .query<Target, { id: string }>(
        `select entity_id as id, kind, number,
           website.reset_at as resetAt,
           coalesce(website.user_id, link.user_id, pixel.user_id) as userId,
           coalesce(website.team_id, link.team_id, pixel.team_id) as teamId
         from event_source
         left join website on kind = 'website' and website.id = entity_id
         left join link on kind = 'link' and link.id = entity_id
         left join pixel on kind = 'pixel' and pixel.id = entity_id
         where entity_id = $id and retired_at is null`,
      )
      .get({ id: key })
    if (found) this.cache.set(key, found)
    return found
  }

  /** The number of a target of this kind, for collection. */
  findNumber(kind: TargetKind, id: string): number | null {
    const target = this.find(id)
    return target?.kind === kind ? target.number : null
  }

  /** Call after a website, link or pixel was changed, moved, reset or deleted. */
  invalidate(id: string): void {
    this.cache.delete(id.toLowerCase())
  }

  /** Call after many changed at once, for instance with a team. */
  invalidateAll(): void {
    this.cache.clear()
  }
}
