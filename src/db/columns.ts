// Columns of a data chunk, filled from JavaScript values. DuckDB's client checks and converts value by
// value; here numbers go through one typed array per column and absent values through one bit each,
// which is several times cheaper for wide rows that are mostly empty.

import type { Vector } from '@duckdb/node-bindings'
import type { Duckdb } from './events.ts'

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

/** Fills columns of any kind through the native bindings. */
export class ColumnFiller {
  private readonly valid = new Uint8Array(chunkRows / 8)
  private readonly bytes = new ArrayBuffer(chunkRows * 16)
  private readonly words = new Int32Array(this.bytes)
  private readonly wide = new BigInt64Array(this.bytes)
  private readonly small = new Int8Array(this.bytes)
  private readonly real = new Float64Array(this.bytes)
  private readonly fills: Record<ColumnKind, Fill>

  constructor(private readonly bindings: Bindings) {
    const numbers =
      (width: number, put: (row: number, value: number) => void): Fill =>
      (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = rows[row]?.[index]
          if (cell !== null && cell !== undefined) put(row, cell as number)
        }
        bindings.copy_data_to_vector(vector, 0, this.bytes, 0, rows.length * width)
      }
    this.fills = {
      text: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = rows[row]?.[index]
          if (cell !== null && cell !== undefined) {
            bindings.vector_assign_string_element(vector, row, cell as string)
          }
        }
      },
      // Two halves instead of a BigInt per cell; numbers here are safe integers.
      bigint: numbers(8, (row, value) => {
        this.words[row * 2] = value
        this.words[row * 2 + 1] = Math.floor(value / 2 ** 32)
      }),
      integer: numbers(4, (row, value) => {
        this.words[row] = value
      }),
      tinyint: numbers(1, (row, value) => {
        this.small[row] = value
      }),
      double: numbers(8, (row, value) => {
        this.real[row] = value
      }),
      uuid: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = rows[row]?.[index]
          if (cell !== null && cell !== undefined) this.putUuid(row, cell as string)
        }
        bindings.copy_data_to_vector(vector, 0, this.bytes, 0, rows.length * 16)
      },
      // decimal(19, 4) is stored as a 128-bit number of ten-thousandths.
      decimal: (vector, rows, index) => {
        for (let row = 0; row < rows.length; row++) {
          const cell = rows[row]?.[index]
          if (cell === null || cell === undefined) continue
          const scaled = BigInt(Math.round((cell as number) * 1e4))
          this.wide[row * 2] = scaled
          this.wide[row * 2 + 1] = scaled < 0n ? -1n : 0n
        }
        bindings.copy_data_to_vector(vector, 0, this.bytes, 0, rows.length * 16)
      },
    }
  }

  /** Fills one column of a chunk, values and absences. */
  fill(vector: Vector, kind: ColumnKind, rows: readonly (readonly Cell[])[], index: number): void {
    this.valid.fill(0xff)
    let isWhole = true
    for (let row = 0; row < rows.length; row++) {
      const cell = rows[row]?.[index]
      if (cell === null || cell === undefined) {
        isWhole = false
        this.valid[row >> 3] = (this.valid[row >> 3] as number) & ~(1 << (row & 7))
      }
    }
    this.fills[kind](vector, rows, index)
    if (isWhole) return
    this.bindings.vector_ensure_validity_writable(vector)
    const length = Math.ceil(rows.length / 64) * 8
    this.bindings.copy_data_to_vector_validity(vector, 0, this.valid.buffer, 0, length)
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
