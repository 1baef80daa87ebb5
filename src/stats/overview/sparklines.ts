// Visitors over time of several websites, links or pixels at once, as little charts in lists of them.

import { type Static, Type as t } from '@sinclair/typebox'
import { type ApiKey, opensWebsite } from '../../access/api-key.ts'
import { may } from '../../access/permissions.ts'
import type { TargetKind } from '../../access/target-kind.ts'
import type { User } from '../../access/user.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { invalidField } from '../../errors.ts'
import type { Target } from '../../targets/store.ts'
import { hourMs } from '../../time/durations.ts'
import { toInstant, toWall, type Zone } from '../../time/zone.ts'
import type { StatsServices } from '../input/services.ts'
import { localTime } from '../query/buckets.ts'
import { pageRows } from '../query/relations.ts'
import { readScope, type Scope, type ScopeInput } from '../query/scope.ts'
import { rangeBegin } from '../query/target-rows.ts'
import { findZone } from '../query/zones.ts'

const maxTargets = 20
const maxValues = 200
const halfDayMs = 12 * hourMs
/** The current half day and those before it: seven days. */
const usualValues = 14

export const sparklinesAnswer = t.Object({
  data: t.Record(
    t.String(),
    t.Object({
      values: t.Array(t.Integer(), {
        description: `Visitors per half day of the zone, the first to the last of the range; of longer ranges per as many half days as make at most ${maxValues} values.`,
      }),
      total: t.Integer({ description: 'Visitors of the whole range.' }),
    }),
    { description: 'By id; what the caller may not see is left out.' },
  ),
})
type Sparklines = Static<typeof sparklinesAnswer>

export const idsField = {
  ids: t.String({ description: `1 to ${maxTargets} ids, with commas between them.` }),
}

interface Asker {
  user: User
  key: ApiKey | null
}

/** The targets of a kind that the text names and the user may see. Throws 400 for too many ids, or none. */
function findTargets(
  { entities, targets }: StatsServices,
  { user, key }: Asker,
  kind: TargetKind,
  ids: string,
): Target[] {
  const named = new Set(ids.split(',').flatMap((id) => id.trim().toLowerCase() || []))
  if (named.size === 0 || named.size > maxTargets) {
    throw invalidField('ids', `Expected 1 to ${maxTargets} ids, separated by commas`)
  }
  return [...named].flatMap((id) => {
    const target = targets.find(id)
    const isSeen =
      target?.kind === kind && opensWebsite(key, id) && may(entities, user, 'view', target)
    return isSeen ? [target] : []
  })
}

interface SparklinesInput extends ScopeInput {
  ids: string
}

/** The sparklines of the targets that are named; of seven days where no range is asked for. */
export async function readSparklines(
  app: StatsServices,
  asker: Asker,
  kind: TargetKind,
  { ids, ...input }: SparklinesInput,
): Promise<Sparklines> {
  const asked = hasRange(input) ? input : { ...input, ...usualRange(input.timezone, app.now()) }
  const targets = findTargets(app, asker, kind, ids)
  const scopes = await Promise.all(targets.map((target) => readScope(app, target, asked)))
  const [first] = scopes
  if (!first) return { data: {} }
  const spread = spreadBuckets(first)
  const rows = await app.events.cached<CountedBucket>(
    join(
      scopes.map((scope, place) => countVisitors(scope, place, spread.widthMs)),
      sql` union all `,
    ),
  )
  return {
    data: Object.fromEntries(
      scopes.map((scope, place) => {
        const own = rows.filter((row) => row.place === place)
        const visitors = new Map(own.map((row) => [row.key, row.visitors]))
        return [
          scope.target.id,
          {
            values: Array.from(
              { length: spread.count },
              (_, index) => visitors.get(spread.first + index) ?? 0,
            ),
            total: own.reduce((total, { newcomers }) => total + newcomers, 0),
          },
        ]
      }),
    ),
  }
}

const hasRange = (input: ScopeInput): boolean =>
  ['startAt', 'endAt', 'startDate', 'endDate', 'period'].some((name) => input[name] !== undefined)

/** From the first of the usual half days until now. */
function usualRange(timezone: string | undefined, now: number) {
  const zone = findZone(timezone || undefined)
  const current = Math.floor(toWall(zone, now) / halfDayMs)
  return { startAt: toInstant(zone, (current - usualValues + 1) * halfDayMs), endAt: now }
}

interface Buckets {
  widthMs: number
  /** Key of the first bucket: wall time in widths. */
  first: number
  count: number
}

function spreadBuckets({
  startAt,
  endAt,
  zone,
}: {
  startAt: number
  endAt: number
  zone: Zone
}): Buckets {
  const countAt = (widthMs: number) => {
    const first = Math.floor(toWall(zone, startAt) / widthMs)
    return { widthMs, first, count: Math.floor(toWall(zone, endAt) / widthMs) - first + 1 }
  }
  const narrow = countAt(halfDayMs)
  // A bucket less than fits: the wider ones may begin within one.
  return narrow.count <= maxValues
    ? narrow
    : countAt(Math.ceil(narrow.count / (maxValues - 1)) * halfDayMs)
}

interface CountedBucket {
  place: number
  key: number
  visitors: number
  /** Those of them who were in no bucket before. */
  newcomers: number
}

/** Without filters a view is a repeat when its predecessor is in the range, or in its bucket. */
function countVisitors(scope: Scope, place: number, widthMs: number) {
  const begin = rangeBegin(scope)
  const key = (at: Sql) => sql`(${localTime(scope.zone, scope, at)} // ${widthMs})`
  return sql`
    select ${place} as place, key,
      count(*) - coalesce(count_if(
        previous_at >= ${begin} and ${key(sql`previous_at`)} = key), 0) as visitors,
      count(*) - coalesce(count_if(previous_at >= ${begin}), 0) as newcomers
    from (
      select ${key(sql`created_at`)} as key, previous_at from ${pageRows(scope)})
    group by key`
}
