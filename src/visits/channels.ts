// Channels: how a page view's visitor came, from referrer, query and UTM parameters.

import { asBuildSide } from '../db/duckdb/planner-hint.ts'
import { any, join, type Sql, sql } from '../db/sql.ts'
import { isNavigation } from './arrival.ts'
import { channelHosts, domainGroups, paidParameters, paidValues } from './channel-sites.ts'

// A missing text makes these null, which no rule takes for true.
const host = sql`lower(referrer_domain)`
const query = sql`lower(url_query)`
// Columns in addition to those of the rows: what several rules test is computed once.
const medium = sql`lower_medium`
const source = sql`lower_source`

const escaped = (text: string) => text.replaceAll('.', '\\.')

/**
 * Whether the referrer's host is one of these, at label boundaries: `t.co` is t.co and a.t.co and not
 * reddit.com; `google.` is google.de and www.google.de and not mygoogle.de.
 */
function matchesHost(entries: readonly string[]): Sql {
  const patterns = entries.map((entry) => escaped(entry) + (entry.endsWith('.') ? '' : '$'))
  return sql`regexp_matches(${host}, ${`(^|\\.)(${patterns.join('|')})`})`
}

const isPaidClick = sql`regexp_matches(${query}, ${`(^|&)((${paidParameters.join('|')})=|${paidValues.join('|')})`})`

const has = (text: Sql, ...parts: string[]): Sql =>
  any(parts.map((part) => sql`contains(${text}, ${part})`))

const paidOr = (kind: string): Sql =>
  sql`case when is_paid_medium then ${`paid${kind}`} else ${`organic${kind}`} end`

type Family = keyof typeof channelHosts
const families = Object.keys(channelHosts) as Family[]

const isFamily = (family: Family): Sql => sql`family = ${family}`

/** Rules are tried in order, families in theirs. A missing text counts as empty. */
const rules = sql`case
  when ${isNavigation} then null
  when is_paid_click then 'paidAds'
  when ${has(medium, 'referral', 'app', 'link')} then 'referral'
  when ${has(medium, 'affiliate')} then 'affiliate'
  when ${has(medium, 'sms')} or ${has(source, 'sms')} then 'sms'
  when ${isFamily('llm')} then 'llm'
  when ${isFamily('search')} or ${has(medium, 'organic')} then ${paidOr('Search')}
  when ${isFamily('social')} then ${paidOr('Social')}
  when ${isFamily('email')} or ${has(medium, 'mail')} then 'email'
  when ${isFamily('shopping')} or ${has(medium, 'shop')} then ${paidOr('Shopping')}
  when ${isFamily('video')} or ${has(medium, 'video')} then ${paidOr('Video')}
  when ${host} <> '' then 'referral'
end`

const channelFamily = sql`case
  ${join(
    families.map((family) => sql`when ${matchesHost(channelHosts[family])} then ${family}`),
    sql` `,
  )} end`

/** The hosts that rows were referred by: few, so the side of a join to hash. */
const selectHosts = (rows: Sql): Sql => sql`(
  select referrer_domain from ${rows} where referrer_domain <> ''
  group by referrer_domain having ${asBuildSide(sql`count(*) > 0`)})`

/**
 * The rows with their channel in column `channel`; null for one that has none, as navigation within
 * the website, whatever its query says. The family of a host is found once and not row by row, and the many
 * rows that come from nowhere are direct without any rule.
 */
export const withChannel = (rows: Sql): Sql => sql`(
  select *, case when ${isNavigation} then null else 'direct' end as channel from ${rows}
  where coalesce(referrer_domain, '') = '' and coalesce(url_query, '') = ''
  union all
  select * exclude (is_paid_click, lower_medium, lower_source, is_paid_medium, host, family),
    ${rules} as channel
  from (
    select *, url_query <> '' and ${isPaidClick} as is_paid_click,
      lower(utm_medium) as lower_medium, lower(utm_source) as lower_source,
      ${has(medium, 'cp', 'ppc', 'retargeting', 'paid')} as is_paid_medium
    from ${rows} where referrer_domain <> '' or url_query <> '')
  left join (
    select referrer_domain as host, ${channelFamily} as family
    from ${selectHosts(rows)}
  ) on host = referrer_domain)`

/** Rows that have a referrer, with its group in column `domain_group`: `Other` for none. */
export const withDomainGroup = (rows: Sql): Sql => sql`(
  select * exclude (host) from ${rows}
  join (
    select referrer_domain as host, case
      ${join(
        domainGroups.map(([name, entries]) => sql`when ${matchesHost(entries)} then ${name}`),
        sql` `,
      )}
      else 'Other' end as domain_group
    from ${selectHosts(rows)}
  ) on host = referrer_domain)`
