// Links and pixels in SQLite: targets with a public address of their own, which ends with a slug.

import type { Owned } from '../access/permissions.ts'
import { removeShares } from '../access/share-store.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'
import { createTarget, retireTarget } from './store.ts'

export interface Slugged extends Owned {
  id: string
  name: string
  slug: string
  createdAt: number
  updatedAt: number
}

/** What can be written of one: `Extra` are the text columns that only this kind has. */
export type SluggedFields<Extra> = { id: string; name: string; slug: string } & Extra

export type SluggedStore<Extra> = ReturnType<typeof sluggedStore<Extra>>

/** The functions of one table; `extra` names its further text columns. */
export function sluggedStore<Extra = object>(
  kind: 'link' | 'pixel',
  extra: readonly (keyof Extra & string)[],
) {
  type Row = Slugged & Extra
  const columns = ['id', 'name', 'slug', ...extra].join(', ')
  const selected = `${columns}, user_id as userId, team_id as teamId,
    created_at as createdAt, updated_at as updatedAt`
  const listing = {
    columns: selected,
    from: kind,
    searched: 'search_text',
    orders: {
      name: 'search_text',
      slug: 'slug',
      ...Object.fromEntries(extra.map((name) => [name, name])),
      createdAt: 'created_at',
    },
    defaultOrder: 'createdAt',
    isDescending: true,
    id: 'id',
  }
  const texts = (row: SluggedFields<Extra>): Record<string, string> => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    ...Object.fromEntries(extra.map((name) => [name, row[name] as string])),
    searchText: searchText(row.name, ...extra.map((name) => row[name] as string), row.slug),
  })
  const findBy = (column: 'id' | 'slug', db: Entities, value: string): Row | null =>
    db.query<Row, [string]>(`select ${selected} from ${kind} where ${column} = ?`).get(value)

  return {
    find: (db: Entities, id: string): Row | null => findBy('id', db, id.toLowerCase()),

    findBySlug: (db: Entities, slug: string): Row | null => findBy('slug', db, slug),

    list: (db: Entities, userId: string, input: ListInput): Page<Row> =>
      listPage(db, { ...listing, where: 'user_id = $userId', values: { userId } }, input),

    listOfTeam: (db: Entities, teamId: string, input: ListInput): Page<Row> =>
      listPage(db, { ...listing, where: 'team_id = $teamId', values: { teamId } }, input),

    /** Adds a row with its number for events. */
    create(db: Entities, row: SluggedFields<Extra> & Owned, now: number): void {
      const values = ['id', 'name', 'slug', ...extra].map((name) => `$${name}`).join(', ')
      db.transaction(() => {
        db.query(
          `insert into ${kind} (${columns}, user_id, team_id, search_text, created_at, updated_at)
           values (${values}, $userId, $teamId, $searchText, $now, $now)`,
        ).run({ ...texts(row), userId: row.userId, teamId: row.teamId, now })
        createTarget(db, kind, row.id)
      })()
    },

    update(db: Entities, row: SluggedFields<Extra>, now: number): void {
      const changes = ['name', 'slug', ...extra].map((name) => `${name} = $${name}`).join(', ')
      db.query(
        `update ${kind} set ${changes}, search_text = $searchText, updated_at = $now
         where id = $id`,
      ).run({ ...texts(row), now })
    },

    /** Removes the row with its share pages; its events are hidden at once. */
    remove(db: Entities, id: string, now: number): void {
      db.transaction(() => {
        retireTarget(db, id, now)
        removeShares(db, id)
        db.query(`delete from ${kind} where id = ?`).run(id)
      })()
    },
  }
}
