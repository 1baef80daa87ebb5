// Passwords: argon2id, hashed on the runtime's threads, away from requests.

import { Type as t } from '@sinclair/typebox'
import { unavailable } from '../errors.ts'
import { Semaphore } from '../lib/semaphore.ts'

export const passwordField = (description: string) =>
  t.String({ minLength: 8, maxLength: 255, pattern: '\\S', description })

/** Each hash fills a thread and 64 MiB; a flood of log-ins must leave threads to everyone else. */
export const passwordWork = new Semaphore({
  permits: 2,
  maxWaiting: 10,
  refusal: () => unavailable('Too many log-ins at once.', 5),
})

const toSemaphoreCaller = (sender: string) => ({ key: sender, isLimited: false })

/** The hash to store. `sender` is who asks, for a fair share of the line; throws 503 when it is full. */
export const hashPassword = (password: string, sender: string): Promise<string> =>
  passwordWork.run(toSemaphoreCaller(sender), () =>
    Bun.password.hash(password, { algorithm: 'argon2id' }),
  )

/** A hash of nothing anyone knows: checked for unknown names, so that they take as long as others. */
export const decoyHash =
  '$argon2id$v=19$m=65536,t=2,p=1$AStcF9chnF+/OFYOWyPga3oMF1Ua0NN9rAu87JBn2nI$+CRExsL4PxRqd8ydwx8F0Ps3abo/qBNOE432Gqwoic4'

/**
 * Whether the password is the one of the hash; `null` means a user that does not exist. Throws
 * 503 when too many wait for the same, and then has not looked.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  sender: string,
): Promise<boolean> {
  const matches = await passwordWork.run(toSemaphoreCaller(sender), () =>
    Bun.password.verify(password, hash ?? decoyHash),
  )
  return matches && hash !== null
}
