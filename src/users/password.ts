// Passwords: argon2id, hashed on the runtime's threads, away from requests.

import { Type as t } from '@sinclair/typebox'
import { unavailable } from '../errors.ts'
import { Semaphore } from '../lib/semaphore.ts'

export const passwordField = (description: string) =>
  t.String({ minLength: 8, maxLength: 255, pattern: '\\S', description })

/** What a hash of argon2id takes. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number
  /** Passes over that memory. */
  timeCost: number
  /**
   * A hash of nothing anyone knows, at this cost: checked for unknown names, so that they take as
   * long as others.
   */
  decoyHash: string
}

export const standardCost: PasswordCost = {
  memoryCost: 65_536,
  timeCost: 2,
  decoyHash:
    '$argon2id$v=19$m=65536,t=2,p=1$AStcF9chnF+/OFYOWyPga3oMF1Ua0NN9rAu87JBn2nI$+CRExsL4PxRqd8ydwx8F0Ps3abo/qBNOE432Gqwoic4',
}

const toSemaphoreCaller = (sender: string) => ({ key: sender, isLimited: false })

export class Passwords {
  /** Each hash fills a thread and 64 MiB; a flood of log-ins must leave threads to everyone else. */
  readonly work = new Semaphore({
    permits: 2,
    maxWaiting: 10,
    refusal: () => unavailable('Too many log-ins at once.', 5),
  })

  constructor(private readonly cost: PasswordCost = standardCost) {}

  /** The hash to store. `sender` gets a fair share of the queue; throws 503 when that is full. */
  hash(password: string, sender: string): Promise<string> {
    const { memoryCost, timeCost } = this.cost
    return this.work.run(toSemaphoreCaller(sender), () =>
      Bun.password.hash(password, { algorithm: 'argon2id', memoryCost, timeCost }),
    )
  }

  /**
   * Whether the password is the one of the hash; `null` means a user that does not exist. Throws
   * 503 when too many wait for the same, and then has not looked.
   */
  async verify(password: string, hash: string | null, sender: string): Promise<boolean> {
    const matches = await this.work.run(toSemaphoreCaller(sender), () =>
      Bun.password.verify(password, hash ?? this.cost.decoyHash),
    )
    return matches && hash !== null
  }
}
