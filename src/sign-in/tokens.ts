// Login tokens: JWTs that die with logout, with a changed password or role, and after 30 days.

import type { Claims } from '../access/caller.ts'
import { openTokenSigner } from '../access/token-signer.ts'
import type { User } from '../access/user.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { dayMs } from '../time/durations.ts'
import { findUser } from '../users/store.ts'

const kind = { purpose: 'login', lifetimeMs: 30 * dayMs }

/** Issues and checks login tokens of one instance. */
export class Tokens {
  private readonly signer

  constructor(
    private readonly db: Entities,
    secret: string,
    private readonly now: () => number,
  ) {
    this.signer = openTokenSigner(secret, kind, now)
  }

  /** A new token of the user. */
  issue(user: User): Promise<string> {
    return this.signer.sign({
      sub: user.id,
      jti: crypto.randomUUID(),
      version: user.tokenVersion,
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
    const claims = await this.signer.verify(token)
    if (!claims) return null
    const { sub, jti, exp, version } = claims
    if (!sub || !jti || typeof exp !== 'number' || typeof version !== 'number') return null
    return { id: jti, user: sub, version, expiresAt: exp * 1000 }
  }
}
