// API keys in SQLite.

import { createHash } from 'node:crypto'
import type { ApiKey, KeyScope } from '../access/api-key.ts'
import type { Entities } from '../db/sqlite/entities.ts'

export interface StoredKey extends ApiKey {
  userId: string
  /** The beginning of the key, to recognize it by. */
  keyPrefix: string
  expiresAt: number | null
  /** To the minute; `null` before the first use. */
  lastUsedAt: number | null
  createdAt: number
}

interface Row extends Omit<StoredKey, 'websiteIds'> {
  /** JSON text. */
  websiteIds: string | null
}

const columns = `id, user_id as userId, name, key_prefix as keyPrefix, scope,
  website_ids as websiteIds, expires_at as expiresAt, last_used_at as lastUsedAt,
  created_at as createdAt`

const toKey = (row: Row): StoredKey => ({
  ...row,
  websiteIds: row.websiteIds === null ? null : (JSON.parse(row.websiteIds) as string[]),
})

/** A key is long and random, so that a plain hash of it says nothing. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The key by its whole text, also when it has expired. */
export function findByText(db: Entities, text: string): StoredKey | null {
  const row = db
    .query<Row, [string]>(`select ${columns} from api_key where key_hash = ?`)
    .get(hashKey(text))
  return row && toKey(row)
}

export function findKey(db: Entities, userId: string, id: string): StoredKey | null {
  const row = db
    .query<Row, [string, string]>(`select ${columns} from api_key where user_id = ? and id = ?`)
    .get(userId, id.toLowerCase())
  return row && toKey(row)
}

/** A user's keys, the newest first. */
export const listKeys = (db: Entities, userId: string): StoredKey[] =>
  db
    .query<Row, [string]>(
      `select ${columns} from api_key where user_id = ? order by created_at desc, rowid desc`,
    )
    .all(userId)
    .map(toKey)

export interface NewKey {
  id: string
  userId: string
  name: string
  /** The key itself, of which the hash is stored. */
  text: string
  keyPrefix: string
  scope: KeyScope
  websiteIds: readonly string[] | null
  expiresAt: number | null
  now: number
}

export function createKey(db: Entities, { text, websiteIds, ...key }: NewKey): void {
  db.query(
    `insert into api_key (id, user_id, name, key_prefix, key_hash, scope, website_ids, expires_at,
       created_at)
     values ($id, $userId, $name, $keyPrefix, $keyHash, $scope, $websiteIds, $expiresAt, $now)`,
  ).run({ ...key, keyHash: hashKey(text), websiteIds: websiteIds && JSON.stringify(websiteIds) })
}

export function noteUse(db: Entities, id: string, now: number): void {
  db.query('update api_key set last_used_at = ? where id = ?').run(now, id)
}

export function removeKey(db: Entities, id: string): void {
  db.query('delete from api_key where id = ?').run(id)
}
