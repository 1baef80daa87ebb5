// Filters as conditions: parsed from `browser=neq.chrome`, and turned into SQL.

import { all, any, type Sql, sql } from '../../db/sql.ts'
import { badRequest } from '../../errors.ts'
import type { TextOperator } from '../../lib/filter-operators.ts'
import { splitValues } from '../../lib/value-list.ts'
import type { Zone } from '../../time/zone.ts'
import {
  type FieldName,
  fields,
  isField,
  languageGroup,
  type PropertyKind,
} from '../dimensions/dimensions.ts'
import { isOneOf, isTextOperator, type Predicate, predicate, textTests } from './predicate.ts'
import { type PropertyFilter, parseWholeFilter } from './property-filter.ts'

interface Origin {
  /** Of the segment, which joins its conditions by a match of its own. */
  isOfSegment?: true
}

export interface FieldCondition extends Predicate, Origin {
  dimension: FieldName
  operator: TextOperator
}

/** On a property of events, or on the live one of a session. */
export interface PropertyCondition extends PropertyFilter, Origin {
  dimension: PropertyKind
}

export type Condition = FieldCondition | PropertyCondition

/** How parameters name filters on properties. */
const propertyKinds: Record<string, PropertyKind> = { epf: 'eventProperty', spf: 'sessionProperty' }

/**
 * A parameter as a condition; `null` when it is none. Only operators of texts are prefixes:
 * `referrer=t.co` is a value, and `eq.` in front makes any text one. `epf1=1.eq.plan.pro` is a filter
 * on a property; dates are in the zone.
 */
export function parseCondition(key: string, text: unknown, zone: Zone): Condition | null {
  const dimension = key.replace(/\d+$/, '')
  // An empty value filters nothing: clients send `path=` for a filter that was cleared.
  if (typeof text !== 'string' || text === '') return null
  if (Object.hasOwn(propertyKinds, dimension)) {
    const filter = parseWholeFilter(text, zone)
    return filter && { ...filter, dimension: propertyKinds[dimension] as PropertyKind }
  }
  if (!isField(dimension)) return null
  const [prefix = ''] = text.split('.', 1)
  return isTextOperator(prefix) && text !== prefix
    ? { dimension, operator: prefix, value: text.slice(prefix.length + 1) }
    : { dimension, operator: 'eq', value: text }
}

/** The condition on one row that has the field's column, or another one. A missing value is empty text. */
export const conditionSql = (
  { dimension, operator, value }: FieldCondition,
  column: Sql = fields[dimension].column,
): Sql =>
  predicate(
    dimension === 'language' ? languageTests : textTests,
    sql`coalesce(${column}, '')`,
    operator,
    value,
  )

/** A language without a region stands for all of them. */
const languageTests = {
  ...textTests,
  eq: (text: Sql, wanted: string): Sql => {
    const { short = [], whole = [] } = Object.groupBy(splitValues(wanted), (one) =>
      isLanguageGroup.test(one) ? 'short' : 'whole',
    )
    const groups = short.map((one) => one.toLowerCase())
    return any([
      ...(whole.length > 0 ? [isOneOf(text, whole)] : []),
      ...(groups.length > 0 ? [isOneOf(sql`coalesce(${languageGroup}, '')`, groups)] : []),
    ])
  },
}

/** What languages are grouped by: any two characters, or the three letters of a language. */
const isLanguageGroup = /^(.{1,2}|[a-z]{3})$/isu

export type Match = 'all' | 'any'

/** Conditions joined; `true` for none. */
export const joined = (pieces: Sql[], match: Match): Sql =>
  pieces.length === 0 || match === 'all' ? all(pieces) : any(pieces)

interface JoinedConditions {
  conditions: readonly Condition[]
  match: Match
  segmentMatch: Match
}

/** Own conditions and those of the segment: both sorts hold, each joined by its own match. */
export function joinConditions(
  { conditions, match, segmentMatch }: JoinedConditions,
  join: (conditions: readonly Condition[], match: Match) => Sql,
): Sql {
  const { own = [], added = [] } = Object.groupBy(conditions, ({ isOfSegment }) =>
    isOfSegment ? 'added' : 'own',
  )
  return all([join(own, match), join(added, segmentMatch)])
}

export const invalidPattern = () => badRequest('A filter is not a valid regular expression.')
