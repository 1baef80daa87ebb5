// SQL as text with bound values: sql`select … where at >= ${startAt} ${and(filters)}`.

/** Events that a statement reads: those of a target between two instants, epoch milliseconds. */
export interface Reads {
  target: number
  startAt: number
  endAt: number
}

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

type SqlValue = string | number | bigint | boolean | null

/**
 * A piece of SQL. An interpolated Sql becomes part of the text; anything else becomes a parameter,
 * so that no value can ever be read as SQL. Whole numbers too large to be exact are floating ones.
 *
 * @example sql`select count(*) as n from ${pageRows} where url_path = ${path}`
 */
export function sql(parts: TemplateStringsArray, ...holes: (Sql | SqlValue)[]): Sql {
  const pieces = holes.flatMap((hole, index) => [hole, new Sql([parts[index + 1] as string], [])])
  return concat([new Sql([parts[0] as string], []), ...pieces])
}

/** Whether the database's client takes it for a whole number of 64 bits, which may not hold it. */
const isWideNumber = (value: SqlValue): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)

/** Pieces and values one after another, in one pass however many they are. */
function concat(pieces: readonly (Sql | SqlValue)[]): Sql {
  const strings = ['']
  const values: SqlValue[] = []
  const reads: Reads[] = []
  for (const piece of pieces) {
    if (!(piece instanceof Sql)) {
      const isWide = isWideNumber(piece)
      values.push(isWide ? String(piece) : piece)
      strings.push(isWide ? '::double' : '')
      continue
    }
    piece.strings.forEach((text, index) => {
      if (index === 0) strings[strings.length - 1] += text
      else strings.push(text)
    })
    for (const value of piece.values) values.push(value)
    for (const read of piece.reads) reads.push(read)
  }
  return new Sql(strings, values, reads)
}

/** The same SQL, declared to read the events of a target between two instants, and no others. */
export const reading = (own: Reads, { strings, values, reads }: Sql): Sql =>
  new Sql(strings, values, [own, ...reads])

/** A whole number as part of the text, where the database takes no parameter. */
export function literal(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is no whole number`)
  return new Sql([String(number)], [])
}

export const empty: Sql = sql``

/** Pieces one after another with a separator piece between them. */
export const join = (pieces: readonly Sql[], separator: Sql = sql`, `): Sql =>
  concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece])))

/** `a and b and c`; `true` for none. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** `(a or b or c)`; `false` for none. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${join(conditions, sql` or `)})`

/** Values for `in (…)`. */
export const list = (values: readonly SqlValue[]): Sql => join(values.map((value) => sql`${value}`))
