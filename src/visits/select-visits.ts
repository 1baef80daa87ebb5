// The visit as a thing of its own: what it came from, where it began and ended, how long it was. It is
// made of its rows alone, whatever the order in which they were stored.

import { empty, join, Sql, sql } from '../db/sql.ts'
import { hourMs, minuteMs, secondMs } from '../time/durations.ts'
import { isForeignReferrer, isNavigation } from './arrival.ts'
import { withChannel } from './channels.ts'
import { idInPlace, isCustom, isPage, placeInTime } from './event-kind.ts'

/** How long after its start a visit ends at the latest; its next row is one of a new visit. */
export const longestVisitSeconds = (30 * minuteMs) / secondMs

/** Which hours the visits began in that may have a row at an instant, in epoch milliseconds. */
export const visitHoursAt = (at: number): { first: number; last: number } => ({
  first: Math.floor((at - longestVisitSeconds * secondMs) / hourMs),
  last: Math.floor(at / hourMs),
})

/** A visit among all others as one number: narrower to hash than its two columns. */
export const visitKey = sql`(session_id << 21 | visit_hour)`

/**
 * The length of a visit, as its rows repeat it in `event.visit_length` once it is over: whole seconds from
 * its first to its last page view (epoch seconds, subtracted), and -1 when it has a single one.
 */
export const visitLength = sql`(case when views = 1 then -1
  else coalesce(ended_at // 1000 - started_at // 1000, 0) end)::integer`

const copied = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'browser',
  'os',
  'device',
  'screen',
  'language',
  'country',
  'region',
  'city',
].map((name) => new Sql([name], []))

/**
 * The channel of a visit, by that of the row it began with: each visit has one. What begins inside the
 * website, or without a campaign, came from nowhere that is known.
 */
const visitChannel = sql`coalesce(channel, case
  when ${isNavigation}
    or coalesce(utm_source, '') = '' and coalesce(utm_medium, '') = ''
      and coalesce(utm_campaign, '') = '' then 'direct'
  else 'Unknown' end)`

/** The channel takes most of the time to plan a statement, so that who needs none leaves it out. */
export type VisitColumns = 'all' | 'all but channel'

/**
 * The visits that rows of `event` belong to, with the columns of table `visit`. The rows of each visit
 * must be complete; the relation is read three times.
 */
export const selectVisits = (rows: Sql, columns: VisitColumns): Sql => sql`(
  with counted as materialized (
    select source_id, session_id, visit_hour, started_at, ended_at, views, events,
      ${idInPlace(sql`start_place`)} as start_id, ${idInPlace(sql`exit_place`)} as exit_id
    from (
      select source_id, session_id, visit_hour,
        min(created_at) filter (${isPage}) as started_at,
        max(created_at) filter (${isPage}) as ended_at,
        count(*) filter (${isPage}) as views, count(*) filter (${isCustom}) as events,
        coalesce(min(${placeInTime}) filter (${isPage}), min(${placeInTime})) as start_place,
        max(${placeInTime}) filter (${isPage}) as exit_place
      from ${rows} group by source_id, session_id, visit_hour)),
  first_row as materialized (
    select event_id, url_path, url_query, hostname, referrer_domain, referrer_path, ${join(copied)}
    from ${rows} where event_id in (select start_id from counted))
  select counted.source_id, counted.session_id, counted.visit_hour, started_at, ended_at,
    views::integer as views, events::integer as events, start_id,
    case when views > 0 then first_row.url_path end as entry_path, exit_row.url_path as exit_path,
    case when ${isForeignReferrer} then referrer_domain end as referrer_domain,
    ${columns === 'all' ? sql`${visitChannel} as channel, ` : empty}${join(copied)}
  from counted
  join ${columns === 'all' ? withChannel(sql`first_row`) : sql`first_row`} as first_row
    on first_row.event_id = start_id
  left join (
    select event_id, url_path from ${rows} where event_id in (select exit_id from counted)
  ) as exit_row on exit_row.event_id = exit_id)`
