// Records as version 0.1.0 before December 2026 wrote them, read once after an upgrade.
//
// Such a record is its payload's length, a checksum and the first hit's id (4, 4 and 8 bytes,
// little-endian), then the payload. Ids rise from record to record: a lower one is a leftover, and so
// is everything behind it.

import { type IdentifiedHit, readPayload } from './hit-text.ts'

const headBytes = 16

/** The hits of all whole records at the beginning of a file, and where these end. */
export function readOldRecords(bytes: Buffer): { hits: IdentifiedHit[]; end: number } {
  const hits: IdentifiedHit[] = []
  let at = 0
  while (at + headBytes <= bytes.length) {
    const end = at + headBytes + bytes.readUInt32LE(at)
    const firstId = bytes.readDoubleLE(at + 8)
    if (end === at + headBytes || end > bytes.length) break
    if (firstId <= (hits.at(-1)?.id ?? 0)) break
    if (Bun.hash.crc32(bytes.subarray(at + 8, end)) !== bytes.readUInt32LE(at + 4)) break
    hits.push(...readPayload(bytes.toString('utf8', at + headBytes, end), firstId))
    at = end
  }
  return { hits, end: at }
}
