// Secrets of second factors at rest: who reads the database alone learns none of them.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'

/** Encrypts texts under a key of its own, made of the instance's secret. */
export function openSecretBox(instanceSecret: string) {
  const key = createHmac('sha256', instanceSecret).update('two-factor secrets').digest()
  return {
    /** `owner` is part of what is sealed: the text opens for nobody else. */
    seal(text: string, owner: string): string {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url')
    },

    /** The text; `null` when it was sealed under another key, for another owner, or is damaged. */
    open(sealed: string, owner: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) return null
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        const text = opening.update(bytes.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, opening.final()]).toString('utf8')
      } catch {
        // The tag does not fit: another key, another owner, or a damaged text.
        return null
      }
    },
  }
}
