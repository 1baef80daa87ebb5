// Numbers and lengths of time as people read them.

import { languageInUse } from './messages.ts'

const formats = new Map<string, Intl.NumberFormat>()

function findFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { locale } = languageInUse.read()
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** All digits: 12,345. */
export const wholeNumber = (value: number): string =>
  findFormat({ maximumFractionDigits: 0 }).format(value)

/** With up to four digits after the point, as recorded numbers are kept. */
export const preciseNumber = (value: number): string =>
  findFormat({ maximumFractionDigits: 4 }).format(value)

/**
 * The rounded form of a number, where it says that it is rounded: 12.3K. Some languages have no word
 * for a thousand; there 21,076 would become 21,100 and look exact, and this is `null`.
 */
function compact(value: number, options: Intl.NumberFormatOptions = {}): string | null {
  const parts = findFormat({
    ...options,
    notation: 'compact',
    maximumSignificantDigits: 3,
  }).formatToParts(value)
  const isMarked = parts.some(({ type }) => type === 'compact')
  return isMarked ? parts.map((part) => part.value).join('') : null
}

/** 12.3K from ten thousand on, all digits below and where the language has no word for thousands. */
export const shortNumber = (value: number): string =>
  (Math.abs(value) < 10_000 ? null : compact(value)) ?? wholeNumber(value)

/** A fraction as a percentage; one digit after the point below one percent. */
export const percent = (fraction: number): string =>
  findFormat({
    style: 'percent',
    maximumFractionDigits: fraction !== 0 && Math.abs(fraction) < 0.01 ? 1 : 0,
  }).format(fraction)

/** With the sign that is as wide as a digit, not the hyphen that most languages' formats have. */
const withMinus = (text: string): string => text.replace('-', '−')

/** A change with its sign: +12 %. */
export const signedPercent = (fraction: number): string =>
  withMinus(
    findFormat({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(
      fraction,
    ),
  )

/** A whole number with its sign: +3. */
export const signedNumber = (value: number): string =>
  withMinus(findFormat({ maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(value))

/** Money in a currency by its ISO code; an unknown code follows the number. */
export function money(value: number, currency: string): string {
  if (!/^[A-Za-z]{3}$/.test(currency)) {
    return `${findFormat({ maximumFractionDigits: 2 }).format(value)} ${currency}`
  }
  return findFormat({ style: 'currency', currency }).format(value)
}

/** With so many digits after the point, zeros too. */
export const decimalNumber = (value: number, digits: number): string =>
  findFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)

/** Money as $12.3K, exact below a thousand and where the language has no word for thousands. */
export const shortMoney = (value: number, currency: string): string =>
  (Math.abs(value) < 1000 || !/^[A-Za-z]{3}$/.test(currency)
    ? null
    : compact(value, { style: 'currency', currency })) ?? money(value, currency)

/** Bytes as 1.2 MB, and below a megabyte as 34 kB. */
export const fileSize = (bytes: number): string =>
  findFormat({
    style: 'unit',
    unit: bytes < 1e6 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 1e7 && bytes >= 1e6 ? 1 : 0,
  }).format(bytes / (bytes < 1e6 ? 1e3 : 1e6))

const inUnit = (value: number, unit: 'hour' | 'minute' | 'second') =>
  findFormat({ style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 0 }).format(value)

/** Seconds as the two largest units: 1h 5m, 2m 3s, 45s. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (hours > 0) return `${inUnit(hours, 'hour')} ${inUnit(minutes, 'minute')}`
  if (minutes > 0) return `${inUnit(minutes, 'minute')} ${inUnit(rest, 'second')}`
  return inUnit(rest, 'second')
}

/** Money short enough for an axis, written as anywhere else: US$500, US$1.2K. */
export const axisMoney = (value: number, currency: string): string =>
  /^[A-Za-z]{3}$/.test(currency)
    ? findFormat({
        style: 'currency',
        currency,
        notation: 'compact',
        maximumSignificantDigits: 3,
      }).format(value)
    : shortNumber(value)
