// Boards in SQLite: pages that their authors put together from statistics of several things.

import type { Owned } from '../access/permissions.ts'
import { removeShares } from '../access/share-store.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'

export interface Board extends Owned {
  id: string
  /** `mixed`, `website`, `pixel`, `link` or `dashboard`. */
  type: string
  name: string
  description: string
  /** JSON text. */
  parameters: string
  createdAt: number
  updatedAt: number
}

const columns = `id, type, name, description, parameters, user_id as userId, team_id as teamId,
  created_at as createdAt, updated_at as updatedAt`

export const findBoard = (db: Entities, id: string): Board | null =>
  db.query<Board, [string]>(`select ${columns} from board where id = ?`).get(id.toLowerCase())

const listing = {
  columns,
  from: 'board',
  searched: 'search_text',
  orders: {
    name: 'search_text',
    description: 'lower(description)',
    type: 'type',
    createdAt: 'created_at',
  },
  defaultOrder: 'createdAt',
  isDescending: true,
  id: 'id',
}

/** A user's boards without their dashboard. */
export const listBoards = (db: Entities, userId: string, input: ListInput): Page<Board> => {
  const where = "user_id = $userId and type <> 'dashboard'"
  return listPage(db, { ...listing, where, values: { userId } }, input)
}

export const listTeamBoards = (db: Entities, teamId: string, input: ListInput): Page<Board> => {
  const where = "team_id = $teamId and type <> 'dashboard'"
  return listPage(db, { ...listing, where, values: { teamId } }, input)
}

/** What can be written of a board; parameters are JSON text. */
type BoardFields = Pick<Board, 'id' | 'type' | 'name' | 'description' | 'parameters'>

const toParameters = (board: BoardFields) => ({
  id: board.id,
  type: board.type,
  name: board.name,
  description: board.description,
  parameters: board.parameters,
  searchText: searchText(board.name, board.description),
})

export function createBoard(db: Entities, board: BoardFields & Owned, now: number): void {
  db.query(
    `insert into board (id, type, name, description, parameters, user_id, team_id, search_text,
       created_at, updated_at)
     values ($id, $type, $name, $description, $parameters, $userId, $teamId, $searchText, $now,
       $now)`,
  ).run({ ...toParameters(board), userId: board.userId, teamId: board.teamId, now })
}

export function updateBoard(db: Entities, board: BoardFields, now: number): void {
  db.query(
    `update board set type = $type, name = $name, description = $description,
       parameters = $parameters, search_text = $searchText, updated_at = $now
     where id = $id`,
  ).run({ ...toParameters(board), now })
}

/** Removes the board with its share pages. */
export function removeBoard(db: Entities, id: string): void {
  db.transaction(() => {
    removeShares(db, id)
    db.query('delete from board where id = ?').run(id)
  })()
}

/** What its author stored besides the named columns. */
export const boardParameters = (board: Board): Record<string, unknown> =>
  JSON.parse(board.parameters) as Record<string, unknown>
