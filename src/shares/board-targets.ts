// Which websites, links and pixels a shared board opens: those it names, as far as its owner may
// see them, since an author can write any id into a board.

import type { TargetKind } from '../access/target-kind.ts'
import { type Board, boardParameters } from '../boards/store.ts'
import type { Entities } from '../db/sqlite/entities.ts'

interface BoardTarget {
  id: string
  kind: TargetKind
}

/** The board's targets that its owner may see now, each once. */
export function listBoardTargets(db: Entities, board: Board): BoardTarget[] {
  const mayOwnerSee = `id in (select lower(value) from json_each($ids))
    and (team_id = $teamId
      or user_id = $userId
      or team_id in (select team_id from team_user where user_id = $userId)
      or exists (select 1 from user where id = $userId and role = 'admin'))`
  return db
    .query<BoardTarget, { ids: string; teamId: string | null; userId: string | null }>(
      `select id, 'website' as kind from website where ${mayOwnerSee}
       union all
       select id, 'link' from link where ${mayOwnerSee}
       union all
       select id, 'pixel' from pixel where ${mayOwnerSee}`,
    )
    .all({
      ids: JSON.stringify(idsIn(boardParameters(board))),
      teamId: board.teamId,
      userId: board.userId,
    })
}

/** Ids that a board's parameters name: its own, and those of the components in its rows. */
function idsIn(parameters: Record<string, unknown>): string[] {
  const components = listIn(parameters, 'rows')
    .flatMap((row) => listIn(row, 'columns'))
    .map((column) => readMember(column, 'component'))
  const named = [
    ...[parameters, ...components].flatMap((holder) => [
      readMember(holder, 'websiteId'),
      readMember(holder, 'pixelId'),
      readMember(holder, 'linkId'),
    ]),
    ...components.map((component) => readMember(component, 'entityId')),
  ]
  return [...new Set(named.filter((id) => typeof id === 'string'))]
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const listIn = (value: unknown, name: string): unknown[] => {
  const list = readMember(value, name)
  return Array.isArray(list) ? list : []
}
