// What an API key that is sent opens at this moment.

import { expiredKey, type KeyCheck, unknownKey } from '../access/api-key.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { Log } from '../log.ts'
import { minuteMs } from '../time/durations.ts'
import { findUser } from '../users/store.ts'
import { findByText, noteUse, type StoredKey } from './store.ts'

export class ApiKeys {
  constructor(
    private readonly db: Entities,
    private readonly now: () => number,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /** The key of this text with its user, or the sentence that says why it opens nothing. */
  check(text: string): KeyCheck {
    const key = findByText(this.db, text)
    const user = key && findUser(this.db, key.userId)
    if (!key || !user) return { refusal: unknownKey }
    if (key.expiresAt !== null && key.expiresAt <= this.now()) return { refusal: expiredKey }
    this.noteUse(key)
    return { key, user }
  }

  /** To the minute: writing waits for the disk, and a program may ask many times a second. */
  private noteUse({ id, lastUsedAt }: StoredKey): void {
    const now = this.now()
    if (lastUsedAt !== null && Math.abs(now - lastUsedAt) < minuteMs) return
    try {
      noteUse(this.db, id, now)
    } catch (error) {
      // A full disk, for instance; reading goes on.
      this.log.error('the use of an API key is not noted', { error })
    }
  }
}
