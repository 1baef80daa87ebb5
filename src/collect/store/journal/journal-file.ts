// One of the two files of the journal.

import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  readFileSync,
  write,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { openSynced } from './open-synced.ts'
import { encodeRecord, endMarkBytes, type FileContent, readRecords } from './records.ts'

/** A file grows by so much at once, before what is written needs the room. */
const growBytes = 1024 * 1024
/** A longer file gives its room back when it is begun again. */
const maxBytes = 32 * 1024 * 1024

export class JournalFile {
  /** Hits in it that are not stored yet. */
  pendingHits = 0

  private constructor(
    private readonly descriptor: number,
    private generation: number,
    /** Where the next record goes. */
    private end: number,
    private length: number,
  ) {}

  /** Opens a file of the journal's folder, made when missing, and reads what it holds. */
  static open(folder: string, name: string): { file: JournalFile; content: FileContent | null } {
    const path = join(folder, name)
    const exists = existsSync(path)
    const descriptor = openSynced(path)
    try {
      const content = readRecords(readFileSync(path))
      const { size } = fstatSync(descriptor)
      const file = new JournalFile(descriptor, content.generation, content.end, size)
      if (size === 0) file.clear()
      return { file, content: exists ? content : null }
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }

  /** Begins the file again. What is in it, all of it stored, is left over from then on. */
  restart(): void {
    if (this.end > maxBytes) this.resize(growBytes)
    this.end = 0
    this.generation++
  }

  /** Writes hits by their texts. Resolves when they are on disk; rejects when the disk refuses them. */
  async append(firstId: number, texts: readonly string[]): Promise<void> {
    if (this.generation === 0) this.generation = 1
    const record = encodeRecord(this.generation, firstId, texts)
    this.pendingHits += texts.length
    try {
      await this.write(record)
    } catch (error) {
      this.pendingHits -= texts.length
      throw error
    }
    this.end += record.length - endMarkBytes
  }

  /** Begins the file again with a record of no hits. All that is in it must be stored. */
  clear(): void {
    this.restart()
    const record = encodeRecord(this.generation, 0, [])
    this.ensureRoom(record.length)
    writeSync(this.descriptor, record, 0, record.length, 0)
  }

  /** Throws when the disk would refuse a record now. Writes where the next record goes. */
  async probe(): Promise<void> {
    await this.write(Buffer.alloc(4096))
  }

  private async write(bytes: Buffer): Promise<void> {
    this.ensureRoom(bytes.length)
    for (let written = 0; written < bytes.length; ) {
      written += await new Promise<number>((resolve, reject) => {
        const left = bytes.length - written
        write(this.descriptor, bytes, written, left, this.end + written, (error, count) => {
          if (error) reject(error)
          else resolve(count)
        })
      })
    }
  }

  /** A write that is cut off must not look like a file that was cut off. */
  private ensureRoom(bytes: number): void {
    const needed = this.end + bytes
    if (needed > this.length) this.resize(Math.ceil(needed / growBytes) * growBytes)
  }

  private resize(length: number): void {
    ftruncateSync(this.descriptor, length)
    this.length = length
  }

  close(): void {
    closeSync(this.descriptor)
  }
}
