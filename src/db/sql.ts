// SQL as text with bound values: sql`select … where at >= ${startAt} ${and(filters)}`.

import type { Reads } from './answers.ts'

/** Text with holes: value i belongs between strings[i] and strings[i + 1]. */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly SqlValue[],
    /** Which events it reads; see `reading`. */
    readonly reads: readonly Reads[] = [],
  ) {}

  /** The statement with `$1`, `$2`, … in its holes. */
  get text(): string {
    return this.strings.reduce((text, part, index) => `${text}$${index}${part}`)
  }
}

export type SqlValue = string | number | bigint | boolean | null

/**
 * A piece of SQL. An interpolated Sql becomes part of the text; anything else becomes a parameter,
 * so that no value can ever be read as SQL.
 *
 * @example sql`select count(*) as n from ${pageRows} where url_path = ${path}`
 */
export function sql(parts: TemplateStringsArray, ...holes: (Sql | SqlValue)[]): Sql {
  const strings = [parts[0] as string]
  const values: SqlValue[] = []
  const reads: Reads[] = []
  const append = (text: string) => {
    strings[strings.length - 1] += text
  }
  holes.forEach((hole, index) => {
    const after = parts[index + 1] as string
    if (hole instanceof Sql) {
      append(hole.strings[0] as string)
      strings.push(...hole.strings.slice(1))
      values.push(...hole.values)
      reads.push(...hole.reads)
      append(after)
    } else {
      values.push(hole)
      strings.push(after)
    }
  })
  return new Sql(strings, values, reads)
}

/** The same SQL, declared to read the events of a source between two instants, and no others. */
export const reading = (reads: Reads, { strings, values }: Sql): Sql =>
  new Sql(strings, values, [reads])

export const empty: Sql = sql``

/** Pieces one after another with a separator piece between them. */
export function join(pieces: readonly Sql[], separator: Sql = sql`, `): Sql {
  return pieces.reduce(
    (joined, piece, index) => (index === 0 ? piece : sql`${joined}${separator}${piece}`),
    empty,
  )
}

/** `a and b and c`; `true` for none. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** `(a or b or c)`; `false` for none. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${join(conditions, sql` or `)})`

/** Values for `in (…)`. */
export const list = (values: readonly SqlValue[]): Sql => join(values.map((value) => sql`${value}`))
