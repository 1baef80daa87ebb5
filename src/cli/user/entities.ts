// The entity database, as commands use it, also while a server does.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { User } from '../../access/user.ts'
import { type Entities, openEntities, pendingEntityMigrations } from '../../db/sqlite/entities.ts'
import { findUserByName } from '../../users/store.ts'

/** Opens the entities of a data folder, which a server may be using. Makes and migrates nothing. */
export async function withEntities<Result>(
  dataDir: string,
  work: (entities: Entities) => Promise<Result> | Result,
): Promise<Result> {
  const folder = resolve(dataDir)
  if (!existsSync(join(folder, 'footfall.db'))) {
    throw new Error(`There is no footfall.db in ${folder}; name the data folder with --data-dir.`)
  }
  const entities = openEntities(folder)
  try {
    if (pendingEntityMigrations(entities).length > 0) {
      throw new Error('An older version has written the data folder; start footfall once first.')
    }
    return await work(entities)
  } finally {
    entities.close()
  }
}

/** The user of a name, found as a log-in finds it. Throws a sentence. */
export function requireUser(entities: Entities, username: string): User {
  const user = findUserByName(entities, username)
  if (!user) throw new Error(`There is no user ${JSON.stringify(username)}.`)
  return user
}
