// Appending rows to DuckDB tables, the cheapest way in: values go straight into column vectors.

import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'
import type { Duckdb } from './events.ts'

export type Cell = string | number | null
type Append = (appender: DuckDBAppender, value: string | number) => void

/** Appenders of one connection, made when first needed. Rows become part of its transaction. */
export class Tables {
  private readonly open = new Map<string, { appender: DuckDBAppender; columns: Append[] }>()

  constructor(
    private readonly duckdb: Duckdb,
    private readonly connection: DuckDBConnection,
  ) {}

  /** Makes the appender of `table`; the name comes from our own code, never from a request. */
  async prepare(table: string): Promise<void> {
    if (this.open.has(table)) return
    const appender = await this.connection.createAppender(table)
    const columns = Array.from({ length: appender.columnCount }, (_, index) =>
      this.appendFor(table, appender, index),
    )
    this.open.set(table, { appender, columns })
  }

  /** Adds one row: a cell per column, in the table's order. The table must be prepared. */
  append(table: string, cells: readonly Cell[]): void {
    const { appender, columns } = this.open.get(table) as {
      appender: DuckDBAppender
      columns: Append[]
    }
    for (let index = 0; index < columns.length; index++) {
      const cell = cells[index]
      if (cell === null || cell === undefined) appender.appendNull()
      else (columns[index] as Append)(appender, cell)
    }
    appender.endRow()
  }

  /** Hands all added rows to the transaction. Throws when a row cannot be stored. */
  flush(): void {
    for (const { appender } of this.open.values()) appender.flushSync()
  }

  /** Drops rows that were added and not flushed, for instance after an error. */
  discard(): void {
    for (const { appender } of this.open.values()) appender.clear()
    this.open.clear()
  }

  private appendFor(table: string, appender: DuckDBAppender, index: number): Append {
    const { DuckDBTypeId, DuckDBDecimalValue, DuckDBUUIDValue } = this.duckdb
    const type = appender.columnType(index)
    switch (type.typeId) {
      case DuckDBTypeId.VARCHAR:
        return (to, value) => to.appendVarchar(value as string)
      case DuckDBTypeId.BIGINT:
        return (to, value) => to.appendBigInt(BigInt(value))
      case DuckDBTypeId.INTEGER:
        return (to, value) => to.appendInteger(value as number)
      case DuckDBTypeId.TINYINT:
        return (to, value) => to.appendTinyInt(value as number)
      case DuckDBTypeId.DOUBLE:
        return (to, value) => to.appendDouble(value as number)
      case DuckDBTypeId.UUID:
        return (to, value) =>
          to.appendUUID(DuckDBUUIDValue.fromUint128(uuidNumber(value as string)))
      case DuckDBTypeId.DECIMAL:
        return (to, value) =>
          to.appendDecimal(
            new DuckDBDecimalValue(BigInt(Math.round((value as number) * 1e4)), 19, 4),
          )
      default:
        throw new Error(`${table} has a column of type ${type} that nothing appends to`)
    }
  }
}

const uuidNumber = (uuid: string): bigint => BigInt(`0x${uuid.replaceAll('-', '')}`)
