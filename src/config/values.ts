// Turns the texts of settings and options into values. Each throws a sentence fragment such as
// `must be …`, to which the caller adds the name.

/** Any text, as it is. */
export const text = (value: string) => value

/** A switch: `true`, `yes`, `on` or `1`, or their opposites; empty is off. */
export const onOff = (value: string): boolean => {
  const lower = value.trim().toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(lower)) return true
  if (['', '0', 'false', 'no', 'off'].includes(lower)) return false
  throw new Error('must be true or false')
}

/** A whole number in decimal digits, from `min` to `max`. */
export const whole = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value.trim()) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }
  return number
}

/** One of these words. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (value: string): Word => {
    const found = words.find((word) => word === value)
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`)
    return found
  }

/** A part of a path; `.` and `..` are none, because browsers resolve them. */
const isPathPart = (text: string): boolean => /^[\w.~-]+$/.test(text) && !/^\.{1,2}$/.test(text)

/** `/name` or empty; no trailing slash. */
export const path = (value: string): string => {
  const trimmed = value.trim().replace(/\/+$/, '')
  const [first, ...parts] = trimmed.split('/')
  if (first !== '' || !parts.every(isPathPart)) throw new Error('must be a path such as /stats')
  return trimmed
}

/** A second path for events; the API's own addresses are taken. */
export const collectPath = (value: string): string => {
  const given = path(nonEmpty(value))
  if (given === '') throw new Error('must be a path such as /collect')
  if (given.startsWith('/api/') && given !== '/api/send') throw new Error('must not be under /api')
  return given
}

/** The name of a header, in lower case. */
export const headerName = (value: string): string => {
  const name = value.trim().toLowerCase()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error('must be the name of a header')
  return name
}

/** A password of a length that the API takes as well. */
export const password = (value: string): string => {
  if (value.length < 8 || value.length > 255) throw new Error('must have 8 to 255 characters')
  return value
}

/** Any text but blanks. */
export const nonEmpty = (value: string): string => {
  if (value.trim() === '') throw new Error('must not be empty')
  return value
}

/** Paths of files, separated by commas, without leading slashes. */
export const scriptNames = (value: string): string[] => {
  const names = value
    .split(',')
    .map((name) => name.trim().replace(/^\/+/, ''))
    .filter((name) => name !== '')
  for (const name of names) {
    if (!name.split('/').every(isPathPart)) throw new Error(`has a bad file name: ${name}`)
  }
  return names
}

/** Origins, separated by commas or blanks, as a Content-Security-Policy takes them. */
export const origins = (value: string): string[] =>
  value
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      // One asterisk may mean every host below a domain.
      const [, scheme = '', wildcard = '', host = ''] =
        /^(https?:\/\/)(\*\.)?([^/?#*@\\]+)\/?$/i.exec(entry) ?? []
      const url = URL.parse(scheme + host)
      // The policy knows no other hosts; a semicolon, which an address may have, would end it.
      if (url === null || !/^[a-z\d.-]+$/.test(url.hostname)) {
        throw new Error('must be origins such as https://example.com')
      }
      return `${url.protocol}//${wildcard}${url.host}`
    })

/** A size in MiB, from a number of megabytes (the unit may be left out) or gigabytes. */
export const megabytes = (value: string): number => {
  const match = /^(\d+)\s*(MB|GB|MiB|GiB)?$/i.exec(value.trim())
  const amount = Number(match?.[1]) * (match?.[2]?.toUpperCase().startsWith('G') ? 1024 : 1)
  if (!match || amount < 32) throw new Error('must be a size of at least 32MB, such as 256MB')
  return amount
}
