// Appending rows to DuckDB tables, by whole chunks.

import type { DuckDBAppender, DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { Vector } from '@duckdb/node-bindings'
import { type Duckdb, loadBindings } from '../native/native.ts'
import {
  type Bindings,
  type Cell,
  ColumnFiller,
  type ColumnKind,
  chunkRows,
  columnKind,
} from './columns.ts'

export type { Cell } from './columns.ts'

interface OpenTable {
  appender: DuckDBAppender
  /** Used again and again: its memory, a megabyte for wide rows, is nothing the collector sees. */
  chunk: DuckDBDataChunk
  vectors: Vector[]
  kinds: ColumnKind[]
  /** Place in a row's cells of each column's cell. */
  places: number[]
  /** Rows not handed over yet. */
  rows: (readonly Cell[])[]
}

/** Where tables are when not in the event file itself. */
interface TablePlace {
  catalog: string
  schema: string
}

/** Appenders of one connection, made when first needed. Rows become part of its transaction. */
export class Tables {
  private readonly open = new Map<string, OpenTable>()

  private constructor(
    private readonly duckdb: Duckdb,
    private readonly bindings: Bindings,
    private readonly connection: DuckDBConnection,
    private readonly filler: ColumnFiller,
    private readonly place: TablePlace | null,
  ) {}

  static async open(
    duckdb: Duckdb,
    connection: DuckDBConnection,
    place: TablePlace | null = null,
  ): Promise<Tables> {
    const bindings = await loadBindings()
    return new Tables(duckdb, bindings, connection, new ColumnFiller(bindings), place)
  }

  /**
   * Makes the appender of `table`; the name comes from our own code, never from a request. `columns`
   * are those of the cells that will be appended, all of the table; by default in the table's order.
   */
  async prepare(table: string, columns?: readonly string[]): Promise<void> {
    if (this.open.has(table)) return
    const places = await this.findPlaces(table, columns)
    const appender = await this.connection.createAppender(
      table,
      this.place?.schema,
      this.place?.catalog,
    )
    const types = Array.from({ length: appender.columnCount }, (_, i) => appender.columnType(i))
    const kinds = types.map((type) => {
      const kind = columnKind(this.duckdb, type.typeId)
      if (!kind) throw new Error(`${table} has a column of type ${type} that nothing appends to`)
      return kind
    })
    const chunk = this.duckdb.DuckDBDataChunk.create(types)
    const vectors = types.map((_, index) => this.bindings.data_chunk_get_vector(chunk.chunk, index))
    this.open.set(table, { appender, chunk, vectors, kinds, places, rows: [] })
  }

  /**
   * Adds one row: a cell per column, in the order of `prepare`, which must have been called. Throws
   * when there is a cell too many or too few.
   */
  append(table: string, cells: readonly Cell[]): void {
    const to = this.open.get(table) as OpenTable
    if (cells.length !== to.kinds.length) {
      throw new Error(`${table} has ${to.kinds.length} columns, not ${cells.length}`)
    }
    to.rows.push(cells)
    if (to.rows.length === chunkRows) this.handOver(to)
  }

  /** Hands all added rows to the transaction. Throws when a row cannot be stored. */
  flush(): void {
    for (const table of this.open.values()) {
      if (table.rows.length > 0) this.handOver(table)
      table.appender.flushSync()
    }
  }

  /** Drops rows that were added and not flushed, for instance after an error. */
  discard(): void {
    for (const { appender } of this.open.values()) {
      appender.clear()
      // An open appender would keep the engine, and so the file, alive after its connection.
      appender.closeSync()
    }
    this.open.clear()
  }

  private async findPlaces(table: string, columns?: readonly string[]): Promise<number[]> {
    const path = this.place ? `${this.place.catalog}.${this.place.schema}.${table}` : table
    const names = (await this.connection.run(`from ${path} limit 0`)).columnNames()
    if (!columns) return [...names.keys()]
    const places = names.map((name) => columns.indexOf(name))
    if (places.includes(-1) || columns.length !== names.length) {
      throw new Error(`${table} has the columns ${names}, and there are cells for ${columns}`)
    }
    return places
  }

  private handOver(table: OpenTable): void {
    const { appender, chunk, vectors, kinds, places, rows } = table
    table.rows = []
    chunk.rowCount = rows.length
    kinds.forEach((kind, index) => {
      this.filler.fill(vectors[index] as Vector, kind, rows, places[index] as number)
    })
    appender.appendDataChunk(chunk)
    // The appender has copied it.
    chunk.reset()
  }
}
