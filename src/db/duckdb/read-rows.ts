import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { Sql } from '../sql.ts'

/** Runs a statement and gives its rows with plain JavaScript values, by column name. */
export async function readRows<Row>(
  connection: DuckDBConnection,
  { text, values }: Sql,
): Promise<Row[]> {
  const reader = await connection.runAndReadAll(text, values as DuckDBValue[])
  const names = reader.deduplicatedColumnNames()
  return reader
    .getRows()
    .map((row) => Object.fromEntries(names.map((name, i) => [name, plain(row[i])]))) as Row[]
}

/** JavaScript values of DuckDB's: numbers for every integer and decimal, text for UUIDs. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object') return value
  if ('toDouble' in value) return (value as { toDouble: () => number }).toDouble()
  if ('items' in value) return (value as { items: unknown[] }).items.map(plain)
  if ('entries' in value && !Array.isArray(value.entries)) {
    const entries = Object.entries(value.entries as Record<string, unknown>)
    return Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)]))
  }
  return String(value)
}
