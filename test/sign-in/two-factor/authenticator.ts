// An authenticator as a second computation: RFC 6238 with what the runtime has.

import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The token that an authenticator shows at an instant; epoch milliseconds or ISO text. */
export function showToken(manualKey: string, at: string | number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(new Date(at).getTime() / 30_000)))
  const digest = createHmac('sha1', fromBase32(manualKey)).update(counter).digest()
  const offset = (digest.at(-1) as number) & 15
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
