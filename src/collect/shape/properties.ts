// The data of events and sessions, flattened into typed properties.

import { isObject } from '../../lib/is-object.ts'
import type { Property } from './columns.ts'
import { storable } from './text.ts'

// More than anybody documents (50), few enough that one hit cannot swamp the store.
const maxProperties = 500
const maxDepth = 32
const maxLength = 500
// decimal(19, 4) has 15 digits before its point.
const numberLimit = 1e15

/**
 * One property per leaf, in order; keys of nested objects are joined by dots, lists are leaves.
 * Nulls and empty objects make none; what lies deeper than 32 objects or beyond 500 properties is
 * left out.
 */
export function flattenProperties(data: Record<string, unknown>): Property[] {
  const properties: Property[] = []
  // A stack of its own: the sender decides how deep the objects are.
  const pending = listEntries(data, '', 1)
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { key, value, depth } = entry
    if (value === null || value === undefined) continue
    if (isObject(value)) {
      if (depth < maxDepth) pending.push(...listEntries(value, `${key}.`, depth + 1))
      continue
    }
    properties.push(toProperty(key, value))
    if (properties.length === maxProperties) break
  }
  return properties
}

interface Entry {
  key: string
  value: unknown
  depth: number
}

/** Entries in reverse, so that the first one is taken first from the end of the stack. */
function listEntries(object: Record<string, unknown>, prefix: string, depth: number): Entry[] {
  const entries: Entry[] = []
  for (const name in object) {
    const value = object[name]
    if (value === null) continue
    entries.push({ key: storable(prefix + name, maxLength), value, depth })
    if (entries.length === maxProperties) break
  }
  return entries.reverse()
}

function toProperty(key: string, value: unknown): Property {
  switch (typeof value) {
    case 'string': {
      const dateMs = parseDate(value)
      if (dateMs === null) return textProperty(key, value)
      return { key, type: 3, text: new Date(dateMs).toISOString(), number: null, dateMs }
    }
    case 'number': {
      if (Math.abs(value) >= numberLimit) return textProperty(key, String(value))
      // Adding zero turns a negative zero into a plain one.
      const number = Number(value.toFixed(4)) + 0
      return { key, type: 2, text: number.toFixed(4), number, dateMs: null }
    }
    case 'boolean':
      return { key, type: 4, text: String(value), number: null, dateMs: null }
    default:
      return { key, type: 5, text: listText(value), number: null, dateMs: null }
  }
}

const textProperty = (key: string, text: string): Property => ({
  key,
  type: 1,
  text: storable(text, maxLength),
  number: null,
  dateMs: null,
})

/** JSON of a list; `null` when it is too long, since a part of it would be no JSON. */
function listText(list: unknown): string | null {
  const text = isShort(list) ? JSON.stringify(list) : null
  return text === null || text.length > maxLength ? null : text
}

/**
 * Whether the JSON of a value can be short enough to be kept. Writing the JSON to see would let a
 * sender keep the process busy for seconds, with lists nested deeper than the stack.
 */
function isShort(value: unknown): boolean {
  let length = 0
  const pending = [value]
  while (pending.length > 0 && length <= maxLength) {
    const part = pending.pop()
    if (Array.isArray(part)) {
      length += part.length + 1
      if (length <= maxLength) pending.push(...part)
    } else if (isObject(part)) {
      for (const name in part) {
        length += name.length + 4
        if (length > maxLength) break
        pending.push(part[name])
      }
    } else length += typeof part === 'string' ? part.length + 2 : 1
  }
  return length <= maxLength
}

const dateShape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/

/** Instant of an ISO date with time, UTC when it names no zone; `null` for any other text. */
function parseDate(text: string): number | null {
  if (text.length > 40) return null
  const match = dateShape.exec(text)
  if (!match) return null
  const [, year, month, day, time, fraction = '0', zone = 'Z'] = match
  const instant = Date.parse(`${year}-${month}-${day}T${time}.${fraction.slice(0, 3)}${zone}`)
  if (Number.isNaN(instant)) return null
  // Parsers let 30 February pass as 2 March.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(day) <= lastDay ? instant : null
}
