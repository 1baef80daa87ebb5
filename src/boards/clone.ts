// Copying a board, for its owner or for who sees it.

import { may, newOwner, type Owned } from '../access/permissions.ts'
import type { User } from '../access/user.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { Board } from './store.ts'

const longestName = 100

/** The name of a copy whose author gives none. */
export const toCopyName = (name: string): string => {
  const suffix = ' (copy)'
  // By characters, so that none is cut in half.
  let kept = name
  while (kept.length + suffix.length > longestName) kept = [...kept].slice(0, -1).join('')
  return kept + suffix
}

/**
 * Whose a copy is: the team's, where the user may add to it, else the user's own. Throws 401 for those
 * who may create nothing.
 */
export const copyOwner = (db: Entities, user: User, { teamId }: Board): Owned => {
  const isForTeam = teamId !== null && may(db, user, 'update', { userId: null, teamId })
  return newOwner(db, user, isForTeam ? teamId : null)
}
