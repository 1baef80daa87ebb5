// Records of a journal file: how a group of hits becomes bytes, and how they are read back although
// some of them may be damaged.
//
// A record is a head of 32 bytes and a payload. The head has a checksum of its own, so that the length
// in it can be trusted when the payload is damaged, and reading goes on behind it. A file begins with a
// head, and a head of zeros follows the last record: where either is missing, something was lost, and so
// it was where another head of the same generation follows later.
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
  /** Ids of the hits that were in it, from the first to the last; `null` when that cannot be known. */
  ids: { first: number; last: number } | null
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
  // A file of old records alone has no end mark, and one that was never written to has nothing.
  if (generation === 0 && (hits.length > 0 || bytes.length === 0)) return content
  while (true) {
    const head = readHead(bytes, content.end)
    if (head?.generation === generation) {
      if (!readRecord(bytes, head, content)) break
    } else if (isEndMark(bytes, content.end) && content.end > 0) {
      if (!findHead(bytes, content.end, generation) || !skipToHead(bytes, content)) break
    } else if (!skipToHead(bytes, content)) break
  }
  return content
}

/** Adds the hits of the record at `content.end`, or its damage. Says whether there may be another. */
function readRecord(bytes: Buffer, head: Head, content: FileContent): boolean {
  const { firstId, hits, end, checksum, generation } = head
  const payload = bytes.subarray(content.end + headBytes, end)
  if (end <= bytes.length && (hits === 0 || Bun.hash.crc32(payload) === checksum)) {
    if (hits > 0) content.hits.push(...readPayload(payload.toString(), firstId))
  } else {
    const isLast = findHead(bytes, content.end + 1, generation) === null
    const isUnfinished = isLast && end <= bytes.length && isCutShort(bytes, head)
    const ids = { first: firstId, last: firstId + hits - 1 }
    content.damages.push({ offset: content.end, ids, isUnfinished })
    if (isUnfinished) return false
  }
  content.end = Math.min(end, bytes.length)
  return true
}

/**
 * Whether writing a record ended early. The file is made long enough first, so what follows the part
 * that was written is zeros, which no payload ends with, or a leftover, which is no end mark.
 */
const isCutShort = (bytes: Buffer, { end }: Head): boolean =>
  bytes[end - 1] === 0 || !isEndMark(bytes, end)

/** Reports what is at `content.end` as damage; moves on to the next head, and says if there is one. */
function skipToHead(bytes: Buffer, content: FileContent): boolean {
  const next = findHead(bytes, content.end + 1, content.generation)
  const lastId = content.hits.at(-1)?.id
  const ids = next && lastId !== undefined ? { first: lastId + 1, last: next.firstId - 1 } : null
  content.damages.push({ offset: content.end, ids, isUnfinished: false })
  if (next) content.end = next.at
  return next !== null
}

/** Whether there is a head of zeros at `at`. */
const isEndMark = (bytes: Buffer, at: number): boolean =>
  at + headBytes <= bytes.length && bytes.subarray(at, at + headBytes).equals(endMark)

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
