// Several values of a filter as one text, as queries and stored filters carry them: a,b means either.

/**
 * The values of a list: commas part them. A backslash before a comma makes it a comma of the value, and
 * a doubled one is a backslash of the value; those before anything else are what they are.
 */
export function splitValues(text: string): string[] {
  const values: string[] = []
  let value = ''
  let from = 0
  for (const { 0: found, index } of text.matchAll(/\\*,/g)) {
    const slashes = found.length - 1
    value += text.slice(from, index) + '\\'.repeat(Math.floor(slashes / 2))
    from = index + found.length
    if (slashes % 2 === 1) {
      value += ','
    } else {
      values.push(value)
      value = ''
    }
  }
  return [...values, value + text.slice(from)]
}

/**
 * The text whose list of values these are. An empty value alone is written twice: a filter whose text is
 * empty filters nothing.
 */
export function joinValues(values: readonly string[]): string {
  const whole = values.map((value) => value.replace(/(\\*),/g, '$1$1\\,'))
  // Those at the end of a value would take the comma that follows for one of its own.
  const text = whole
    .map((value, index) => (index < whole.length - 1 ? value.replace(/\\+$/, '$&$&') : value))
    .join(',')
  return text || ','
}
