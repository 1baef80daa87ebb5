// Checks input against a schema: defaults filled in, unknown members dropped, text of a query turned
// into the numbers and flags that the schema wants.

import type { TObject, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { badRequest } from '../errors.ts'
import { problemTree } from './problems.ts'
import { findUnstorable } from './storable.ts'

const compiled = new WeakMap<TObject, TypeCheck<TObject>>()

function checkOf(schema: TObject): TypeCheck<TObject> {
  const check = compiled.get(schema) ?? TypeCompiler.Compile(schema)
  compiled.set(schema, check)
  return check
}

/** The members of a JSON body as the schema describes them. Throws 400 with a tree of problems. */
export function parseBody(schema: TObject, body: unknown): Record<string, unknown> {
  const check = checkOf(schema)
  const value = Value.Clean(schema, Value.Default(schema, body))
  if (!check.Check(value)) throw badRequest(undefined, problemTree(value, check.Errors(value)))
  const unstorable = findUnstorable(value)
  if (unstorable) throw unstorable
  return value as Record<string, unknown>
}

/** The members of a query string; of a repeated key the last counts. Throws 400 likewise. */
export function parseQuery(schema: TObject, search: string): Record<string, unknown> {
  const given = [...new URLSearchParams(search)].map(([name, text]) => [
    name,
    isNumeric(schema.properties[name]) ? numberOf(text) : text,
  ])
  return parseBody(schema, Object.fromEntries(given))
}

const isNumeric = (schema: TSchema | undefined): boolean =>
  schema?.type === 'integer' || schema?.type === 'number'

/** Text that is no number stays text, which the schema then refuses. */
const numberOf = (text: string): number | string => {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text : number
}
