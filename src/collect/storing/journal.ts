// The journal: where hits are safe before they are rows. A hit is answered when its record here is
// synced to disk, which takes one write; rows are made from many hits at once, a moment later. After
// a crash the hits that had not become rows are read from here.
//
// Two files take turns. One is written from its beginning again as soon as every hit in it is stored,
// so neither grows for long and a steady load overwrites the same blocks.

import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  write,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { decodeRecords, encodeRecord, type IdentifiedHit } from './journal-records.ts'

const maxFileBytes = 32 * 1024 * 1024
const markBytes = 16

/** A hit that is safe in the journal, in one of its files. */
export interface JournaledHit extends IdentifiedHit {
  file: JournalFile
}

/** One of the two files. */
export interface JournalFile {
  readonly descriptor: number
  /** Where the next record goes. */
  end: number
  /** Hits in it that are not stored yet. */
  waiting: number
}

/** Belongs to one data folder, which no other process has open. */
export class Journal {
  private active: JournalFile
  private nextMark = 0

  private constructor(
    private readonly files: readonly [JournalFile, JournalFile],
    private readonly marks: number,
    /** What was found at the start: hits in order of their ids, and an id up to which all are stored. */
    readonly left: { hits: readonly JournaledHit[]; storedThrough: number },
  ) {
    const [first, second] = files
    this.active = second.waiting > 0 ? second : first
  }

  /** Opens the journal of a data folder, made when missing. */
  static open(dataDir: string): Journal {
    const folder = join(dataDir, 'journal')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const open = (name: string) => {
      const { O_RDWR, O_CREAT, O_DSYNC } = constants
      return openSync(join(folder, name), O_RDWR | O_CREAT | O_DSYNC, 0o600)
    }
    const marks = open('stored')
    const storedThrough = highestMark(readFileSync(join(folder, 'stored')))
    const left: JournaledHit[] = []
    const openFile = (name: string): JournalFile => {
      const file = { descriptor: open(name), end: 0, waiting: 0 }
      const { hits, end } = decodeRecords(readFileSync(join(folder, name)))
      file.end = end
      for (const each of hits) {
        if (each.id <= storedThrough) continue
        left.push({ ...each, file })
        file.waiting++
      }
      return file
    }
    const files = [openFile('a'), openFile('b')] as const
    syncFolder(folder)
    syncFolder(dataDir)
    left.sort((a, b) => a.id - b.id)
    return new Journal(files, marks, { hits: left, storedThrough })
  }

  /**
   * Writes hits by their texts, with ids from `firstId` on, which must be above all before. Resolves
   * when they are on disk, to the file they wait in; rejects when the disk refuses them. One call at
   * a time.
   */
  async append(firstId: number, texts: readonly string[]): Promise<JournalFile> {
    const other = this.files[0] === this.active ? this.files[1] : this.files[0]
    if (other.waiting === 0) {
      if (other.end > maxFileBytes) ftruncateSync(other.descriptor)
      other.end = 0
      this.active = other
    }
    const file = this.active
    const record = encodeRecord(firstId, texts)
    file.waiting += texts.length
    try {
      await writeAll(file.descriptor, record, file.end)
    } catch (error) {
      file.waiting -= texts.length
      throw error
    }
    file.end += record.length
    return file
  }

  /** Call when hits of a file are stored. */
  release(file: JournalFile, hits: number): void {
    file.waiting -= hits
  }

  /**
   * Notes that every hit up to this id is stored, so that none of them is ever read from here again:
   * before rows are erased, which would make their hits look as if they had never become rows.
   */
  markStored(id: number): void {
    const mark = Buffer.alloc(markBytes)
    mark.writeDoubleLE(id, 0)
    mark.writeUInt32LE(Bun.hash.crc32(mark.subarray(0, 8)), 8)
    // Two places take turns; a write that is cut off leaves the other one whole.
    writeSync(this.marks, mark, 0, markBytes, markBytes * this.nextMark)
    this.nextMark = 1 - this.nextMark
  }

  close(): void {
    for (const { descriptor } of this.files) closeSync(descriptor)
    closeSync(this.marks)
  }
}

function highestMark(bytes: Buffer): number {
  let highest = 0
  for (let at = 0; at + markBytes <= bytes.length; at += markBytes) {
    const isWhole = Bun.hash.crc32(bytes.subarray(at, at + 8)) === bytes.readUInt32LE(at + 8)
    if (isWhole) highest = Math.max(highest, bytes.readDoubleLE(at))
  }
  return highest
}

/** A file's name is safe only when its folder is. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function writeAll(descriptor: number, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += await new Promise<number>((resolve, reject) => {
      write(descriptor, bytes, written, bytes.length - written, position + written, (error, n) => {
        if (error) reject(error)
        else resolve(n)
      })
    })
  }
}
