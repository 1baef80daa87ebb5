// Deleting a user with everything they own.

import { removeBoard } from '../boards/store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { linkStore } from '../links/links.ts'
import { pixelStore } from '../pixels/pixels.ts'
import { removeTeam } from '../teams/store.ts'
import { removeWebsite } from '../websites/store.ts'

/**
 * Removes the user, the teams they own, and what then is theirs: websites, links, pixels and boards
 * with all data and share pages; also the reports they wrote. Their tokens end.
 */
export function removeUser(db: Entities, id: string, now: number): void {
  const listIds = (query: string): string[] =>
    db
      .query<{ id: string }, [string]>(query)
      .all(id)
      .map((row) => row.id)
  db.transaction(() => {
    const teams = listIds(
      "select team_id as id from team_user where user_id = ? and role = 'team-owner'",
    )
    // What a team owned passes to its owner, and so goes with them below.
    for (const team of teams) removeTeam(db, team, now)
    for (const website of listIds('select id from website where user_id = ?')) {
      removeWebsite(db, website, now)
    }
    for (const link of listIds('select id from link where user_id = ?'))
      linkStore.remove(db, link, now)
    for (const pixel of listIds('select id from pixel where user_id = ?'))
      pixelStore.remove(db, pixel, now)
    for (const board of listIds('select id from board where user_id = ?')) removeBoard(db, board)
    db.query('delete from user where id = ?').run(id)
  })()
}
