// Columns of a data chunk, filled from JavaScript values. DuckDB's client checks and converts value by
// value; here numbers go through one typed array per column and absent values through one bit each,
// which is several times cheaper for wide rows that are mostly empty.

import type { Vector } from '@duckdb/node-bindings'
import type { Duckdb } from '../native/native.ts'

export type Cell = string | number | null

/** Rows of one chunk: what DuckDB calls its vector size. */
export const chunkRows = 2048

export type Bindings = typeof import('@duckdb/node-bindings')

/** Fills a vector with the cells of column `index` of the rows; absent ones are left as they are. */
type Fill = (vector: Vector, rows: readonly (readonly Cell[])[], index: number) => void

export type ColumnKind = 'text' | 'bigint' | 'integer' | 'tinyint' | 'double' | 'uuid' | 'decimal'

/** The kind of a column by DuckDB's type; `null` for a type that nothing here stores. */
export function columnKind(duckdb: Duckdb, typeId: number): ColumnKind | null {
  const { DuckDBTypeId } = duckdb
  const kinds = new Map<number, ColumnKind>([
    [DuckDBTypeId.VARCHAR, 'text'],
    [DuckDBTypeId.BIGINT, 'bigint'],
    [DuckDBTypeId.INTEGER, 'integer'],
    [DuckDBTypeId.TINYINT, 'tinyint'],
    [DuckDBTypeId.DOUBLE, 'double'],
    [DuckDBTypeId.UUID, 'uuid'],
    [DuckDBTypeId.DECIMAL, 'decimal'],
  ])
  return kinds.get(typeId) ?? null
}

/** Texts of at most this many bytes are in the vector itself, padded with zeros. */
const inlineBytes = 12

/** Fills columns of any kind through the native bindings. */
export class ColumnFiller {
  private readonly valid = new Uint8Array(chunkRows / 8)
  private readonly memory = new ArrayBuffer(chunkRows * 16)
  private readonly bytes = new Uint8Array(this.memory)
  private readonly small = new Int8Array(this.memory)
  private readonly words = new Int32Array(this.memory)
  private readonly wide = new BigInt64Array(this.memory)
  private readonly real = new Float64Array(this.memory)
  /** Rows whose text does not fit into the vector itself. */
  private readonly long = new Uint16Array(chunkRows)
  private readonly fills: Record<ColumnKind, Fill>

  constructor(private readonly bindings: Bindings) {
    this.fills = {
      text: (vector, rows, index) => this.fillTexts(vector, rows, index),
      // Two halves instead of a BigInt per cell; numbers here are safe integers.
      bigint: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = (rows[row] as readonly Cell[])[index] as number | null
          if (cell === null) continue
          this.words[row * 2] = cell
          this.words[row * 2 + 1] = Math.floor(cell / 2 ** 32)
        }
        this.copy(vector, rows.length * 8)
      },
      integer: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          this.words[row] = (rows[row] as readonly Cell[])[index] as number
        }
        this.copy(vector, rows.length * 4)
      },
      tinyint: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          this.small[row] = (rows[row] as readonly Cell[])[index] as number
        }
        this.copy(vector, rows.length)
      },
      double: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          this.real[row] = (rows[row] as readonly Cell[])[index] as number
        }
        this.copy(vector, rows.length * 8)
      },
      uuid: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = (rows[row] as readonly Cell[])[index] as string | null
          if (cell !== null) this.putUuid(row, cell)
        }
        this.copy(vector, rows.length * 16)
      },
      // decimal(19, 4) is stored as a 128-bit number of ten-thousandths.
      decimal: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = (rows[row] as readonly Cell[])[index] as number | null
          if (cell === null) continue
          const scaled = BigInt(Math.round(cell * 1e4))
          this.wide[row * 2] = scaled
          this.wide[row * 2 + 1] = scaled < 0n ? -1n : 0n
        }
        this.copy(vector, rows.length * 16)
      },
    }
  }

  /** Fills one column of a chunk, values and absences. */
  fill(vector: Vector, kind: ColumnKind, rows: readonly (readonly Cell[])[], index: number): void {
    const absent = this.markAbsent(rows, index)
    if (absent < rows.length) this.fills[kind](vector, rows, index)
    if (absent === 0) return
    this.bindings.vector_ensure_validity_writable(vector)
    const length = Math.ceil(rows.length / 64) * 8
    this.bindings.copy_data_to_vector_validity(vector, 0, this.valid.buffer, 0, length)
  }

  /** Sets the bit of each row that has a value, and counts the others. */
  private markAbsent(rows: readonly (readonly Cell[])[], index: number): number {
    let absent = 0
    this.valid.fill(0xff)
    for (let row = 0; row < rows.length; row++) {
      if ((rows[row] as readonly Cell[])[index] !== null) continue
      absent++
      this.valid[row >> 3] = (this.valid[row >> 3] as number) & ~(1 << (row & 7))
    }
    return absent
  }

  private copy(vector: Vector, length: number): void {
    this.bindings.copy_data_to_vector(vector, 0, this.memory, 0, length)
  }

  /**
   * Short texts are written as the public header of DuckDB has them (`duckdb_string_t`: the length in
   * four bytes, then twelve of text), longer ones are assigned by DuckDB, which allocates them. One
   * call per text would be simpler and takes a third more processor time for the whole of
   * `footfall demo`: most texts of an event are short.
   */
  private fillTexts(vector: Vector, rows: readonly (readonly Cell[])[], index: number): void {
    const { words, bytes, long } = this
    let longs = 0
    words.fill(0, 0, rows.length * 4)
    for (let row = 0; row < rows.length; row++) {
      const text = (rows[row] as readonly Cell[])[index] as string | null
      if (text === null) continue
      const { length } = text
      if (length > inlineBytes) {
        long[longs++] = row
        continue
      }
      let seen = 0
      for (let at = 0; at < length; at++) {
        const code = text.charCodeAt(at)
        seen |= code
        bytes[row * 16 + 4 + at] = code
      }
      words[row * 4] = length
      // Others than ASCII have more bytes than characters.
      if (seen > 0x7f) long[longs++] = row
    }
    this.copy(vector, rows.length * 16)
    for (let at = 0; at < longs; at++) {
      const row = long[at] as number
      const text = (rows[row] as readonly Cell[])[index] as string
      this.bindings.vector_assign_string_element(vector, row, text)
    }
  }

  /** DuckDB keeps a UUID as a 128-bit number whose first bit is flipped, so that UUIDs sort. */
  private putUuid(row: number, uuid: string): void {
    const digits = uuid.replaceAll('-', '')
    const word = (from: number) => Number.parseInt(digits.slice(from, from + 8), 16)
    this.words[row * 4] = word(24)
    this.words[row * 4 + 1] = word(16)
    this.words[row * 4 + 2] = word(8)
    this.words[row * 4 + 3] = word(0) ^ 0x80000000
  }
}
