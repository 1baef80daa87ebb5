import { randomInt } from 'node:crypto'

const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits that nobody can guess. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
