// Sentences about values that are refused, as clients of this API know them.

export const invalidUuid = 'Invalid UUID'

export const wrongType = (expected: string, value: unknown): string =>
  `Invalid input: expected ${expected}, received ${typeName(value)}`

/** `options` as they are written in JSON. */
export const wrongOption = (options: readonly string[]): string =>
  `Invalid option: expected one of ${options.join('|')}`

const measures = {
  number: (bound: string) => `be ${bound}`,
  string: (bound: string) => `have ${bound} characters`,
  array: (bound: string) => `have ${bound} items`,
}

export const tooBig = (type: keyof typeof measures, max: number): string =>
  `Too big: expected ${type} to ${measures[type](`<=${max}`)}`

export const tooSmall = (type: keyof typeof measures, min: number): string =>
  `Too small: expected ${type} to ${measures[type](`>=${min}`)}`

/** JSON's name of a value's type. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isNaN(value) ? 'NaN' : typeof value
}
