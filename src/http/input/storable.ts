// Values that pass every schema and still cannot be kept as they are.

import { type AppError, badRequest } from '../../errors.ts'
import { problemAt } from './validation-errors.ts'

const maxDepth = 64

/**
 * The error for a value that holds broken text (half of a character that takes two code units, which
 * no encoding has) or is nested too deeply; `null` for a sound one.
 */
export function findUnstorable(value: unknown): AppError | null {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, path } = next
    if (typeof found === 'string' && !found.isWellFormed()) {
      return badRequest(undefined, problemAt(value, path, 'Invalid string: broken Unicode'))
    }
    if (typeof found !== 'object' || found === null) continue
    if (path.length >= maxDepth) {
      return badRequest(
        undefined,
        problemAt(value, path.slice(0, 1), 'Too deep: expected <=64 levels'),
      )
    }
    for (const [name, inner] of Object.entries(found)) {
      if (!name.isWellFormed()) {
        return badRequest(undefined, problemAt(value, path, 'Invalid name: broken Unicode'))
      }
      open.push({ value: inner, path: [...path, name] })
    }
  }
  return null
}
