// TypeBox's findings as the tree of problems that clients of this API know.

import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { Problems } from '../errors.ts'

/** The tree for all findings; only the first of each value is told. */
export function problemTree(findings: Iterable<ValueError>): Problems {
  const root: Problems = { errors: [] }
  for (const finding of flat(findings)) {
    const node = nodeAt(root, pathOf(finding.path))
    if (node.errors.length === 0) node.errors.push(problemOf(finding))
  }
  return root
}

/** A tree with one problem. */
export function problemAt(path: string[], problem: string): Problems {
  const root: Problems = { errors: [] }
  nodeAt(root, path).errors.push(problem)
  return root
}

/** Where one variant of a union has the value's own type, its findings say more than the union's. */
function* flat(findings: Iterable<ValueError>): Generator<ValueError> {
  for (const finding of findings) {
    const variants: { type?: string }[] = finding.schema.anyOf ?? []
    const likely = variants.findIndex(({ type }) => type === kindOf(finding.value))
    const inner = finding.errors[likely]
    if (finding.type === ValueErrorType.Union && inner && !('const' in (variants[likely] ?? {}))) {
      yield* flat(inner)
    } else yield finding
  }
}

/** A JSON pointer as its parts. */
function pathOf(pointer: string): string[] {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function nodeAt(root: Problems, path: string[]): Problems {
  let node = root
  for (const part of path) {
    if (/^\d+$/.test(part)) {
      node.items ??= []
      const index = Number(part)
      while (node.items.length <= index) node.items.push({ errors: [] })
      node = node.items[index] as Problems
    } else {
      node.properties ??= {}
      node = node.properties[part] ??= { errors: [] }
    }
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

function problemOf({ type, schema, value }: ValueError): string {
  if (typeof schema.error === 'string' && value !== undefined) return schema.error
  const expected = expectedTypes[type] ?? expectedOf(schema)
  switch (type) {
    case ValueErrorType.StringMaxLength:
      return `Too big: expected string to have <=${schema.maxLength} characters`
    case ValueErrorType.StringMinLength:
      return `Too small: expected string to have >=${schema.minLength} characters`
    case ValueErrorType.StringPattern:
      return 'Invalid string'
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `Too small: expected number to be >=${schema.minimum}`
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `Too big: expected number to be <=${schema.maximum}`
    case ValueErrorType.ArrayMinItems:
      return `Too small: expected array to have >=${schema.minItems} items`
    case ValueErrorType.ArrayMaxItems:
      return `Too big: expected array to have <=${schema.maxItems} items`
    case ValueErrorType.Union:
      return `Invalid option: expected one of ${optionsOf(schema.anyOf)}`
    default:
      return `Invalid input: expected ${expected}, received ${kindOf(value)}`
  }
}

const expectedOf = (schema: ValueError['schema']): string =>
  schema.anyOf ? `one of ${optionsOf(schema.anyOf)}` : String(schema.type ?? 'another value')

const optionsOf = (options: { const?: unknown; type?: string }[] = []): string =>
  options
    .map((option) => ('const' in option ? JSON.stringify(option.const) : (option.type ?? 'value')))
    .join('|')

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isNaN(value) ? 'NaN' : typeof value
}
