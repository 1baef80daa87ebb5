// The checkpoint mark of the journal: an id up to which every hit is stored, so that none of them is
// read from the journal again. It matters before rows are erased, which makes their hits look as if
// they had never become rows.

import { readFileSync, writeSync } from 'node:fs'

const markBytes = 16

/** The mark in its file. Two places take turns, so that a write that is cut off leaves the other whole. */
export class CheckpointMark {
  private constructor(
    private readonly descriptor: number,
    private places: [number, number],
  ) {}

  /** Reads the mark from an open file. */
  static read(descriptor: number): CheckpointMark {
    const bytes = readFileSync(descriptor)
    return new CheckpointMark(descriptor, [readPlace(bytes, 0), readPlace(bytes, markBytes)])
  }

  /** The id; 0 where none was written. */
  get id(): number {
    return Math.max(...this.places)
  }

  /** Writes the mark, synced when the file was opened so. Overwrites the lower of the two places. */
  write(id: number): void {
    const mark = Buffer.alloc(markBytes)
    mark.writeDoubleLE(id, 0)
    mark.writeUInt32LE(Bun.hash.crc32(mark.subarray(0, 8)), 8)
    const place = this.places[0] <= this.places[1] ? 0 : 1
    writeSync(this.descriptor, mark, 0, markBytes, markBytes * place)
    this.places[place] = id
  }
}

function readPlace(bytes: Buffer, at: number): number {
  if (at + markBytes > bytes.length) return 0
  const isWhole = Bun.hash.crc32(bytes.subarray(at, at + 8)) === bytes.readUInt32LE(at + 8)
  return isWhole ? bytes.readDoubleLE(at) : 0
}
