// Sorting and counting, the slow and obvious way.

/** Compares by each of the keys in turn; texts by code point, null after everything else. */
export function ordered<Row>(
  rows: readonly Row[],
  ...keys: ((row: Row) => number | string | null)[]
): Row[] {
  return rows.toSorted((left, right) => {
    for (const key of keys) {
      const difference = compared(key(left), key(right))
      if (difference !== 0) return difference
    }
    return 0
  })
}

function compared(left: number | string | null, right: number | string | null): number {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)))
  return left - Number(right)
}

export const distinct = <Row>(rows: readonly Row[], key: (row: Row) => unknown): number =>
  new Set(rows.map(key)).size

/** Rows by key, in the order in which the keys first appear. */
export const grouped = <Row, Key>(rows: readonly Row[], key: (row: Row) => Key): [Key, Row[]][] => [
  ...Map.groupBy(rows, key),
]

/** Rows by several values. */
export function groupedBy<Row, Key>(
  rows: readonly Row[],
  key: (row: Row) => Key,
): { key: Key; rows: Row[] }[] {
  const groups = new Map<string, { key: Key; rows: Row[] }>()
  for (const row of rows) {
    const value = key(row)
    const name = JSON.stringify(value)
    const group = groups.get(name) ?? { key: value, rows: [] }
    group.rows.push(row)
    groups.set(name, group)
  }
  return [...groups.values()]
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** One page of a list. */
export function paged<Row>(rows: readonly Row[], params: Record<string, string>) {
  const page = Number(params.page ?? 1)
  const pageSize = Math.min(Number(params.pageSize ?? 20), 1000)
  const wanted = rows.slice(0, Number(params.maxResults ?? rows.length))
  const data = wanted.slice((page - 1) * pageSize, page * pageSize)
  return { data, count: wanted.length, page, pageSize, isCapped: wanted.length < rows.length }
}
