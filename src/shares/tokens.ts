// Tokens of share pages: they end with the share, with a new slug, and after a day.

import type { ShareGrant } from '../access/share-grant.ts'
import { findShare, type Share } from '../access/share-store.ts'
import { openTokenSigner } from '../access/token-signer.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { dayMs } from '../time/durations.ts'
import { findGrant } from './grant.ts'

const kind = { purpose: 'share', lifetimeMs: dayMs }

/** Issues and checks share tokens of one instance. */
export class ShareTokens {
  private readonly signer

  constructor(
    private readonly db: Entities,
    secret: string,
    now: () => number,
  ) {
    this.signer = openTokenSigner(secret, kind, now)
  }

  issue(share: Share): Promise<string> {
    return this.signer.sign({ sub: share.id, slug: share.slug })
  }

  /** What a valid token opens at this moment; `null` for any other text. */
  async findGrant(token: string): Promise<ShareGrant | null> {
    const claims = await this.signer.verify(token)
    if (!claims?.sub) return null
    const share = findShare(this.db, claims.sub)
    return share && share.slug === claims.slug ? findGrant(this.db, share) : null
  }
}
