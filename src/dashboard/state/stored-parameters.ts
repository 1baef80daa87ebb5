// Parameters as they come from addresses, saved reports and boards: anything may be in them.

export type StoredParameters = Record<string, unknown>

/** A text; empty when the value is none. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One of several words; the first of them when the value is none. */
export const readWord = <Word extends string>(
  value: unknown,
  words: readonly [Word, ...Word[]],
): Word => words.find((word) => word === value) ?? words[0]

/** A number within bounds; `standard` when the value is none. */
export function readNumber(value: unknown, standard: number, least: number, most: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return standard
  return Math.min(most, Math.max(least, number))
}

/** The elements of a list; none when the value is no list. */
export const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
