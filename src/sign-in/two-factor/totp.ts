// Tokens of authenticators (RFC 6238): six digits, a new one every 30 seconds.

import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000
/** Of the name that an authenticator shows: a QR code holds no more than some thousand bytes. */
const maxLabelLength = 64

/** A new secret, in Base32 as people type it into an authenticator. */
export const createSecret = (): string => new Secret({ size: 20 }).base32

const openTotp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'footfall', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })

/** The address that an authenticator reads from a QR code. */
export const otpAddress = (secret: string, username: string): string =>
  openTotp(secret, Array.from(username).slice(0, maxLabelLength).join('')).toString()

/**
 * The time step of a token; `null` for a wrong one. Clocks may differ by a step, and a token is
 * typed for a while: those of the steps before and after are right too.
 */
export function findStep(secret: string, token: string, now: number): number | null {
  const delta = openTotp(secret).validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / stepMs) + delta
}
