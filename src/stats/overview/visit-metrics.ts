// Lists at visit level: visitors and visits by what belongs to visits as a whole.

import type { Sql } from '../../db/sql.ts'
import { sql } from '../../db/sql.ts'
import { withDomainGroup } from '../../visits/channels.ts'
import type { VisitColumns } from '../../visits/select-visits.ts'
import { type VisitField, visitFields } from '../dimensions/dimensions.ts'
import { conditionSql } from '../filters/conditions.ts'
import { countSessions, distinctVisitors } from '../query/counting.ts'
import { planVisits } from '../query/plan.ts'
import type { Scope } from '../query/scope.ts'
import { countedVisits, keptVisits } from '../whole-visits/whole-visits.ts'

/** How a list reads its visits. */
export interface VisitMetric {
  /** The value of one visit; null and empty ones are never listed. */
  value: Sql
  /** Value and visits of the expanded form, where they are others. */
  expanded?: { value: Sql; visits: (visits: Sql) => Sql }
  /** There are only some values, whatever visitors do. */
  isFew?: true
  /** What it needs of visits, if more than filters do. */
  columns?: VisitColumns
  /** The filter that `search` stands for. */
  searches: VisitField
}

const listField = (name: VisitField): VisitMetric => ({
  value: visitFields[name],
  searches: name,
})

export const visitMetrics: Record<VisitField | 'domain', VisitMetric> = {
  ...(Object.fromEntries(
    (Object.keys(visitFields) as VisitField[]).map((name) => [name, listField(name)]),
  ) as Record<VisitField, VisitMetric>),
  channel: { ...listField('channel'), isFew: true, columns: 'all' },
  domain: {
    ...listField('referrer'),
    expanded: { value: sql`domain_group`, visits: withDomainGroup },
  },
}

export const isVisitMetric = (type: string): type is keyof typeof visitMetrics =>
  Object.hasOwn(visitMetrics, type)

/** An aggregate, visitors, and the visits it is of. */
export function visitorsOfVisits(input: Scope, metric: VisitMetric, search: string | undefined) {
  const { scope, isFound } = searchVisits(input, metric, search)
  return {
    visitors: metric.isFew ? countSessions(scope) : distinctVisitors,
    among: keptVisits(scope, planVisits(scope), metric.columns),
    isFound,
  }
}

/** The value of the expanded list, its visits with what they count for, and an aggregate, visitors. */
export function expandedVisits(input: Scope, metric: VisitMetric, search: string | undefined) {
  const { scope, isFound } = searchVisits(input, metric, search)
  const visits = countedVisits(scope, planVisits(scope), metric.columns)
  return {
    visitors: metric.isFew ? countSessions(scope) : distinctVisitors,
    value: metric.expanded?.value ?? metric.value,
    visits: metric.expanded?.visits(visits) ?? visits,
    isFound,
  }
}

/** A search keeps visits whose own value contains the text, in place of the query's filters on it. */
function searchVisits(scope: Scope, { searches }: VisitMetric, search: string | undefined) {
  if (!search) return { scope, isFound: sql`true` }
  const conditions = scope.conditions.filter(
    ({ dimension, isOfSegment }) => isOfSegment || dimension !== searches,
  )
  const condition = { dimension: searches, operator: 'c', value: search } as const
  return {
    scope: { ...scope, conditions },
    isFound: conditionSql(condition, visitFields[searches]),
  }
}
