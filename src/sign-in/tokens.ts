// Login tokens: JWTs that die with logout, with a changed password or role, and after 30 days.

import { createHmac } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import type { Claims } from '../access/caller.ts'
import type { User } from '../access/user.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { dayMs, secondMs } from '../time/constants.ts'
import { findUser } from '../users/store.ts'

const lifetimeSeconds = (30 * dayMs) / secondMs
const purpose = 'login'

/** Issues and checks login tokens of one instance. */
export class Tokens {
  private readonly jwt

  constructor(
    private readonly db: Entities,
    secret: string,
    private readonly now: () => number,
  ) {
    // A key of its own: no other token of this instance can ever pass for a login token.
    const key = createHmac('sha256', secret).update(purpose).digest('hex')
    this.jwt = jwt({ name: 'login', secret: key }).decorator.login
  }

  /** A new token of the user. */
  issue(user: User): Promise<string> {
    return this.jwt.sign({
      sub: user.id,
      jti: crypto.randomUUID(),
      purpose,
      version: user.tokenVersion,
      exp: Math.floor(this.now() / 1000) + lifetimeSeconds,
    })
  }

  /** The user of a token with these claims at this moment; `null` when it has ended. */
  findUser(claims: Claims): User | null {
    if (claims.expiresAt <= this.now()) return null
    const isRevoked = this.db.query('select 1 from revoked_token where id = ?').get(claims.id)
    const user = isRevoked ? null : findUser(this.db, claims.user)
    return user && user.tokenVersion === claims.version ? user : null
  }

  /** Ends one token. */
  async revoke(token: string): Promise<void> {
    const claims = await this.readClaims(token)
    if (!claims) return
    this.db.transaction(() => {
      this.db.query('delete from revoked_token where expires_at < ?').run(this.now())
      this.db
        .query('insert or ignore into revoked_token (id, expires_at) values (?, ?)')
        .run(claims.id, claims.expiresAt)
    })()
  }

  /** What a token of this instance says; `null` for any other text. `findUser` says if it is in force. */
  async readClaims(token: string): Promise<Claims | null> {
    const claims = await this.jwt.verify(token, { currentDate: new Date(this.now()) })
    if (!claims || claims.purpose !== purpose) return null
    const { sub, jti, exp, version } = claims
    if (!sub || !jti || typeof exp !== 'number' || typeof version !== 'number') return null
    return { id: jti, user: sub, version, expiresAt: exp * 1000 }
  }
}
