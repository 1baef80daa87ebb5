// Records of a journal file: how a group of hits becomes bytes, and how they are read back although
// some of them may be damaged.
//
// A record is a head of 32 bytes and a payload. The head has a checksum of its own, so that the length
// in it can be trusted when the payload is damaged, and reading goes on behind it. A head of zeros
// follows the last record: where a file ends without one, something is missing.
//
//   0  magic        uint32   begins with a byte that no text has, so that no sender can write a head
//   4  generation   uint32   rises each time the file is begun again; older records are leftovers
//   8  first id     float64  of the hits in the record, whose ids follow each other
//  16  hits         uint32   how many
//  20  length       uint32   of the payload in bytes
//  24  checksum     uint32   CRC-32 of the payload
//  28  checksum     uint32   CRC-32 of bytes 0 to 27
//
// All numbers are little-endian.

import { type IdentifiedHit, readPayload, toPayload } from './hit-text.ts'
import { readOldRecords } from './old-records.ts'

/** The bytes FF, F, J, 2. */
const magic = 0x324a46ff
const headBytes = 32
const endMark = Buffer.alloc(headBytes)

/** Bytes that the end mark takes behind the last record; the next record overwrites it. */
export const endMarkBytes = headBytes

/** A part of a journal file that cannot be read. */
export interface JournalDamage {
  /** Offset of the damage in bytes. */
  offset: number
  /** How many hits were in it; `null` when that cannot be known. */
  lostHits: number | null
  /** The last record lacks its end: it was being written when the process died, so nobody has its 200. */
  isUnfinished: boolean
}

/** What a journal file holds. */
export interface FileContent {
  hits: IdentifiedHit[]
  /** Where the next record goes. */
  end: number
  /** That of the records read; 0 for an empty file. */
  generation: number
  damages: JournalDamage[]
}

/** The bytes of a record with hits of these texts, whose ids begin at `firstId`, and the end mark. */
export function encodeRecord(
  generation: number,
  firstId: number,
  texts: readonly string[],
): Buffer {
  const payload = toPayload(texts)
  const length = Buffer.byteLength(payload)
  const bytes = Buffer.allocUnsafe(headBytes + length + endMarkBytes)
  bytes.writeUInt32LE(magic, 0)
  bytes.writeUInt32LE(generation, 4)
  bytes.writeDoubleLE(firstId, 8)
  bytes.writeUInt32LE(texts.length, 16)
  bytes.writeUInt32LE(length, 20)
  bytes.write(payload, headBytes)
  bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(headBytes, headBytes + length)), 24)
  bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(0, 28)), 28)
  endMark.copy(bytes, headBytes + length)
  return bytes
}

interface Head {
  generation: number
  firstId: number
  hits: number
  /** Offset behind the record's last byte. */
  end: number
  checksum: number
}

function readHead(bytes: Buffer, at: number): Head | null {
  if (at + headBytes > bytes.length || bytes.readUInt32LE(at) !== magic) return null
  if (Bun.hash.crc32(bytes.subarray(at, at + 28)) !== bytes.readUInt32LE(at + 28)) return null
  return {
    generation: bytes.readUInt32LE(at + 4),
    firstId: bytes.readDoubleLE(at + 8),
    hits: bytes.readUInt32LE(at + 16),
    end: at + headBytes + bytes.readUInt32LE(at + 20),
    checksum: bytes.readUInt32LE(at + 24),
  }
}

/**
 * Reads all that can be read of a file. A damaged record is skipped and reported. Throws
 * ForeignJournalError for payloads of a format that this version does not know.
 */
export function readRecords(bytes: Buffer): FileContent {
  const { hits, end } = readOldRecords(bytes)
  const generation = newestGeneration(bytes, end)
  const content: FileContent = { hits, end, generation, damages: [] }
  // A file of old records alone has no end mark.
  if (generation === 0 && hits.length > 0) return content
  while (!isBlank(bytes, content.end)) {
    const head = readHead(bytes, content.end)
    const isRead =
      head?.generation === generation
        ? readRecord(bytes, head, content)
        : skipToHead(bytes, content)
    if (!isRead) break
  }
  return content
}

/** Adds the hits of the record at `content.end`, or its damage. Says whether there may be another. */
function readRecord(bytes: Buffer, head: Head, content: FileContent): boolean {
  const payload = bytes.subarray(content.end + headBytes, head.end)
  if (head.end <= bytes.length && Bun.hash.crc32(payload) === head.checksum) {
    content.hits.push(...readPayload(payload.toString(), head.firstId))
  } else {
    const isUnfinished = isCutShort(bytes, head)
    content.damages.push({ offset: content.end, lostHits: head.hits, isUnfinished })
    if (isUnfinished) return false
  }
  content.end = Math.min(head.end, bytes.length)
  return true
}

/**
 * Whether writing a record ended early. The file is made long enough first, so what follows the part
 * that was written is zeros, which no payload ends with, or a leftover, which is no end mark.
 */
function isCutShort(bytes: Buffer, { end }: Head): boolean {
  if (end > bytes.length) return false
  return bytes[end - 1] === 0 || !(isBlank(bytes, end) || readHead(bytes, end) !== null)
}

/** Reports what stands at `content.end` as damage; moves on to the next head, and says if there is one. */
function skipToHead(bytes: Buffer, content: FileContent): boolean {
  const next = findHead(bytes, content.end + 1, content.generation)
  const lastId = content.hits.at(-1)?.id
  const lostHits = next && lastId !== undefined ? Math.max(0, next.firstId - lastId - 1) : null
  content.damages.push({ offset: content.end, lostHits, isUnfinished: false })
  if (next) content.end = next.at
  return next !== null
}

/** Whether a head of zeros stands at `at`, or the file is empty. */
function isBlank(bytes: Buffer, at: number): boolean {
  if (bytes.length === 0) return true
  if (at + headBytes > bytes.length) return false
  return bytes.subarray(at, at + headBytes).equals(endMark)
}

function findHead(bytes: Buffer, from: number, generation: number) {
  for (let at = bytes.indexOf(magicBytes, from); at >= 0; at = bytes.indexOf(magicBytes, at + 1)) {
    const head = readHead(bytes, at)
    if (head?.generation === generation) return { ...head, at }
  }
  return null
}

/** The highest generation of any head in the file: the file is begun again from its first byte. */
function newestGeneration(bytes: Buffer, from: number): number {
  let newest = 0
  for (let at = bytes.indexOf(magicBytes, from); at >= 0; at = bytes.indexOf(magicBytes, at + 1)) {
    newest = Math.max(newest, readHead(bytes, at)?.generation ?? 0)
  }
  return newest
}

const magicBytes = Buffer.alloc(4)
magicBytes.writeUInt32LE(magic)
