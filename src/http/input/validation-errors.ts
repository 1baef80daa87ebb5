// TypeBox's errors as the tree of problems that clients of this API know.

import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { Problems } from '../../errors.ts'
import { tooBig, tooSmall, typeName, wrongOption, wrongType } from './sentences.ts'

/** The tree for all errors about `value`; only the first of each part of it is kept. */
export function problemTree(value: unknown, validationErrors: Iterable<ValueError>): Problems {
  const root: Problems = { errors: [] }
  for (const finding of flattenUnionErrors(validationErrors)) {
    const node = nodeAt(root, value, pointerPath(finding.path))
    if (node.errors.length === 0) node.errors.push(toSentence(finding))
  }
  return root
}

/** A tree with one problem, of the part of `value` at `path`. */
export function problemAt(value: unknown, path: string[], problem: string): Problems {
  const root: Problems = { errors: [] }
  nodeAt(root, value, path).errors.push(problem)
  return root
}

/** Where one variant of a union has the value's own type, its errors say more than the union's. */
function* flattenUnionErrors(validationErrors: Iterable<ValueError>): Generator<ValueError> {
  for (const finding of validationErrors) {
    const variants: { type?: string }[] = finding.schema.anyOf ?? []
    const likely = variants.findIndex(({ type }) => type === typeName(finding.value))
    const inner = finding.errors[likely]
    if (finding.type === ValueErrorType.Union && inner && !('const' in (variants[likely] ?? {}))) {
      yield* flattenUnionErrors(inner)
    } else yield finding
  }
}

/** A JSON pointer as its parts. */
function pointerPath(pointer: string): string[] {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * The node of the tree for the part of `value` at `path`. Only a list of the value
 * becomes a list of the tree: a name such as "900000000" is a name, and "__proto__" is one too.
 */
function nodeAt(root: Problems, value: unknown, path: string[]): Problems {
  let node = root
  let part = value
  for (const name of path) {
    if (Array.isArray(part)) {
      node.items ??= part.map(() => ({ errors: [] }))
      node = node.items[Number(name)] ?? node
    } else {
      node.properties ??= Object.create(null) as Record<string, Problems>
      node = node.properties[name] ??= { errors: [] }
    }
    part = (part as Record<string, unknown> | null | undefined)?.[name]
  }
  return node
}

const expectedTypes: Partial<Record<ValueErrorType, string>> = {
  [ValueErrorType.String]: 'string',
  [ValueErrorType.Number]: 'number',
  [ValueErrorType.Integer]: 'int',
  [ValueErrorType.Boolean]: 'boolean',
  [ValueErrorType.Object]: 'object',
  [ValueErrorType.Array]: 'array',
  [ValueErrorType.Null]: 'null',
}

function toSentence({ type, schema, value }: ValueError): string {
  if (typeof schema.error === 'string' && value !== undefined) return schema.error
  const expected = expectedTypes[type] ?? expectedType(schema)
  switch (type) {
    case ValueErrorType.StringMaxLength:
      return tooBig('string', schema.maxLength)
    case ValueErrorType.StringMinLength:
      return tooSmall('string', schema.minLength)
    case ValueErrorType.StringPattern:
      return 'Invalid string'
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return tooSmall('number', schema.minimum)
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return tooBig('number', schema.maximum)
    case ValueErrorType.ArrayMinItems:
      return tooSmall('array', schema.minItems)
    case ValueErrorType.ArrayMaxItems:
      return tooBig('array', schema.maxItems)
    case ValueErrorType.Union:
      return wrongOption(listOptions(schema.anyOf))
    default:
      return wrongType(expected, value)
  }
}

const expectedType = (schema: ValueError['schema']): string =>
  schema.anyOf
    ? `one of ${listOptions(schema.anyOf).join('|')}`
    : String(schema.type ?? 'another value')

const listOptions = (options: { const?: unknown; type?: string }[] = []): string[] =>
  options.map((option) =>
    'const' in option ? JSON.stringify(option.const) : (option.type ?? 'value'),
  )
