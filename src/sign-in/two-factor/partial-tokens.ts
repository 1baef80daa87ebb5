// What a log-in gives that lacks the second factor: five minutes to show it, and nothing else.

import { openTokenSigner } from '../../access/token-signer.ts'
import type { User } from '../../access/user.ts'
import type { Entities } from '../../db/sqlite/entities.ts'
import { minuteMs } from '../../time/durations.ts'
import { findUser } from '../../users/store.ts'

const kind = { purpose: 'second-factor', lifetimeMs: 5 * minuteMs }

/** Issues and checks the partial tokens of one instance. */
export class PartialTokens {
  private readonly signer

  constructor(
    private readonly db: Entities,
    secret: string,
    now: () => number,
  ) {
    this.signer = openTokenSigner(secret, kind, now)
  }

  /** A token of a user whose password was right. */
  issue(user: User): Promise<string> {
    return this.signer.sign({ sub: user.id, version: user.tokenVersion })
  }

  /** The user of a token in force; a changed password or role ends it. */
  async findUser(token: string): Promise<User | null> {
    const claims = await this.signer.verify(token)
    const user = claims?.sub ? findUser(this.db, claims.sub) : null
    return user && user.tokenVersion === claims?.version ? user : null
  }
}
