// The first user of a new instance.

import { randomBytes } from 'node:crypto'
import type { Entities } from '../db/sqlite/entities.ts'
import type { Log } from '../log.ts'
import type { Passwords } from './password.ts'
import { createUser, hasUsers } from './store.ts'

/** The id that clients of this API know for the first user. */
const firstAdminId = '41e2b680-648e-4b09-bcd7-3e2b10c06264'

/**
 * Creates user `admin` when there are no users; else logs that the given password is not used. Returns
 * the password to show once when it was made up here, else `null`.
 */
export async function createFirstAdmin(
  db: Entities,
  passwords: Passwords,
  givenPassword: string | null,
  now: number,
  log: Pick<Log, 'info'>,
): Promise<string | null> {
  if (hasUsers(db)) {
    if (givenPassword !== null) {
      log.info('ADMIN_PASSWORD is not used: there are users already', {
        change: 'footfall user password NAME',
      })
    }
    return null
  }
  const password = givenPassword ?? randomBytes(15).toString('base64url')
  createUser(db, {
    id: firstAdminId,
    username: 'admin',
    passwordHash: await passwords.hash(password, firstAdminId),
    role: 'admin',
    createdAt: now,
  })
  return givenPassword === null ? password : null
}
