// Second factors and backup codes in SQLite.

import type { Entities } from '../../db/sqlite/entities.ts'
import { endTokens } from '../../users/store.ts'

export interface Factor {
  userId: string
  /** Sealed. */
  secret: string
  /** `null` while the user sets it up. */
  confirmedAt: number | null
  /** Of the newest token that was used. */
  lastStep: number | null
}

export const findFactor = (db: Entities, userId: string): Factor | null =>
  db
    .query<Factor, [string]>(
      `select user_id as userId, secret, confirmed_at as confirmedAt, last_step as lastStep
       from two_factor where user_id = ?`,
    )
    .get(userId)

/** Begins a set-up; one that was begun before and not confirmed is replaced. */
export function beginFactor(
  db: Entities,
  factor: { userId: string; secret: string },
  now: number,
): void {
  db.query(
    `insert or replace into two_factor (user_id, secret, created_at) values ($userId, $secret, $now)`,
  ).run({ ...factor, now })
}

/**
 * Confirms the factor by a token of this step, and stores hashes of its backup codes. Ends the
 * user's login tokens: those who have them showed the password alone.
 */
export function confirmFactor(
  db: Entities,
  factor: { userId: string; step: number; codeHashes: readonly string[] },
  now: number,
): void {
  const { userId, step, codeHashes } = factor
  db.transaction(() => {
    db.query('update two_factor set confirmed_at = ?, last_step = ? where user_id = ?').run(
      now,
      step,
      userId,
    )
    const add = db.query('insert into backup_code (user_id, code_hash) values (?, ?)')
    for (const hash of codeHashes) add.run(userId, hash)
    endTokens(db, userId)
  })()
}

export function noteStep(db: Entities, userId: string, step: number): void {
  db.query('update two_factor set last_step = ? where user_id = ?').run(step, userId)
}

/** Removes a backup code; false when there is none of this hash. */
export const useBackupCode = (db: Entities, userId: string, hash: string): boolean =>
  db.query('delete from backup_code where user_id = ? and code_hash = ?').run(userId, hash)
    .changes > 0

export const countBackupCodes = (db: Entities, userId: string): number =>
  db
    .query<{ n: number }, [string]>('select count(*) as n from backup_code where user_id = ?')
    .get(userId)?.n ?? 0

export function removeFactor(db: Entities, userId: string): void {
  db.query('delete from two_factor where user_id = ?').run(userId)
}
