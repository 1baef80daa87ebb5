// Text folded for searching: SQLite's own lower() and like know ASCII letters only, and like would
// read % and _ in a search as wildcards. Tables keep the folded text next to the fields it comes from.

/** Up and down again, because only so do ß and ss, or the two small forms of Σ, become the same. */
const fold = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** The `search_text` of a row: its searchable fields, folded, a line each. */
export const searchText = (...fields: (string | null)[]): string =>
  fold(fields.map((field) => field ?? '').join('\n'))

/** What to look for with `instr(search_text, ?)`; `null` for no search. */
export const searchTerm = (search: string | undefined): string | null =>
  search ? fold(search) : null
