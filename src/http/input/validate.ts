// Checks input against a schema: defaults filled in, unknown members dropped, text of a query turned
// into the numbers and flags that the schema wants.

import type { TObject, TProperties, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { badRequest } from '../../errors.ts'
import { findUnstorable } from './storable.ts'
import { problemTree } from './validation-errors.ts'

const compiled = new WeakMap<TObject, TypeCheck<TObject>>()

function compileCheck(schema: TObject): TypeCheck<TObject> {
  const check = compiled.get(schema) ?? TypeCompiler.Compile(schema)
  compiled.set(schema, check)
  return check
}

/** The members of a JSON body as the schema describes them. Throws 400 with a tree of problems. */
export function parseBody(schema: TObject, body: unknown): Record<string, unknown> {
  const check = compileCheck(schema)
  const value = Value.Clean(schema, Value.Default(schema, dropInherited(schema, body)))
  if (!check.Check(value)) throw badRequest(undefined, problemTree(value, check.Errors(value)))
  const unstorable = findUnstorable(value)
  if (unstorable) throw unstorable
  return value as Record<string, unknown>
}

/** The members of a query string; of a repeated key the last counts. Throws 400 likewise. */
export function parseQuery(schema: TObject, search: string): Record<string, unknown> {
  const given = Object.fromEntries(new URLSearchParams(search))
  return parseBody(schema, withNumbers(schema.properties, given))
}

/** Members that were sent as text, as forms do, made numbers where the schema wants numbers. */
export const withNumbers = (fields: TProperties, members: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      asNumber(Object.hasOwn(fields, name) ? fields[name]?.type : '', value),
    ]),
  )

/** Decimal notation only: `0x10` is more likely a mistake than a number. */
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * The number that a text holds where the schema's type wants one, the fraction cut where it wants
 * a whole one. What is no number stays as it is, and the schema refuses it.
 */
export function asNumber(type: unknown, value: unknown): unknown {
  if (type !== 'integer' && type !== 'number') return value
  const number = typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value
  // Adding zero turns the negative zero of -0.5 into a plain one.
  return type === 'integer' && typeof number === 'number' ? Math.trunc(number) + 0 : number
}

/**
 * Drops undeclared members of `value` that are named like what every object inherits, such as
 * "constructor": the schema's own look-up would take them for declared ones.
 */
function dropInherited(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) dropInherited(schema.items, item)
  } else if (typeof value === 'object' && value !== null) {
    for (const variant of schema.anyOf ?? []) dropInherited(variant, value)
    dropInheritedMembers(schema, value)
  }
  return value
}

function dropInheritedMembers(schema: TSchema, value: object): void {
  const declared: Record<string, TSchema> = schema.properties ?? {}
  const isClosed = schema.type === 'object' && !schema.additionalProperties
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(declared, name)) dropInherited(declared[name] as TSchema, member)
    else if (isClosed && name in Object.prototype) Reflect.deleteProperty(value, name)
  }
}
