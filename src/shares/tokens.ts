// Tokens of share pages: they end with the share, with a new slug, and after a day.

import { createHmac } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import type { ShareGrant } from '../access/share-grant.ts'
import { findShare, type Share } from '../access/share-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { dayMs, secondMs } from '../time/constants.ts'
import { findGrant } from './grant.ts'

const lifetimeSeconds = dayMs / secondMs
const purpose = 'share'

/** Issues and checks share tokens of one instance. */
export class ShareTokens {
  private readonly jwt

  constructor(
    private readonly db: Entities,
    secret: string,
    private readonly now: () => number,
  ) {
    // A key of its own: neither login tokens nor cache tokens can ever pass for a share token.
    const key = createHmac('sha256', secret).update(purpose).digest('hex')
    this.jwt = jwt({ name: 'share', secret: key }).decorator.share
  }

  issue(share: Share): Promise<string> {
    return this.jwt.sign({
      sub: share.id,
      slug: share.slug,
      purpose,
      exp: Math.floor(this.now() / 1000) + lifetimeSeconds,
    })
  }

  /** What a valid token opens at this moment; `null` for any other text. */
  async findGrant(token: string): Promise<ShareGrant | null> {
    const claims = await this.jwt.verify(token, { currentDate: new Date(this.now()) })
    if (!claims || claims.purpose !== purpose || !claims.sub) return null
    const share = findShare(this.db, claims.sub)
    return share && share.slug === claims.slug ? findGrant(this.db, share) : null
  }
}
