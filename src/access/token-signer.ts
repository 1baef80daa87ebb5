import { createHmac } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { secondMs } from '../time/durations.ts'

interface TokenKind {
  /** Part of the key and of every token, so that no other kind can ever pass for this one. */
  purpose: string
  lifetimeMs: number
}

/** Signs and verifies the JWTs of one kind, with a key of their own made of the instance's secret. */
export function openTokenSigner(
  secret: string,
  { purpose, lifetimeMs }: TokenKind,
  now: () => number,
) {
  const key = createHmac('sha256', secret).update(purpose).digest('hex')
  const signer = jwt({ name: 'signer', secret: key }).decorator.signer
  return {
    /** A token with these claims, which ends after the kind's lifetime. */
    sign: (claims: Record<string, string | number>): Promise<string> =>
      signer.sign({
        ...claims,
        purpose,
        exp: Math.floor(now() / secondMs) + lifetimeMs / secondMs,
      }),

    /** The claims of a token in force; `null` for any other text. */
    async verify(token: string) {
      const claims = await signer.verify(token, { currentDate: new Date(now()) })
      return claims && claims.purpose === purpose ? claims : null
    },
  }
}
