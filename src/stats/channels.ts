// Channels: how a page view's visitor came, from referrer, query and UTM parameters.

import { channelHosts, domainGroups, paidParameters, paidValues } from '../data/channels.ts'
import { any, join, Sql, sql } from '../db/sql.ts'
import { ownHost } from './dimensions.ts'

// Functions of one column, so that they are asked once per text in a packed column and not per row.
const host = sql`lower(referrer_domain)`
const query = sql`lower(url_query)`
const medium = sql`lower(utm_medium)`
const source = sql`lower(utm_source)`

const escaped = (text: string) => text.replaceAll('.', '\\.')

/**
 * Whether the referrer's host is one of these, at label boundaries: `t.co` is t.co and a.t.co and not
 * reddit.com; `google.` is google.de and www.google.de and not mygoogle.de.
 */
function isHostOf(entries: readonly string[]): Sql {
  const patterns = entries.map((entry) => escaped(entry) + (entry.endsWith('.') ? '' : '$'))
  return sql`regexp_matches(${host}, ${`(^|\\.)(${patterns.join('|')})`})`
}

const isPaidClick = sql`regexp_matches(${query}, ${`(^|&)((${paidParameters.join('|')})=|${paidValues.join('|')})`})`

const has = (text: Sql, ...parts: string[]): Sql =>
  any(parts.map((part) => sql`contains(${text}, ${part})`))

const paidOr = (kind: string): Sql =>
  sql`case when ${has(medium, 'cp', 'ppc', 'retargeting', 'paid')}
    then ${`paid${kind}`} else ${`organic${kind}`} end`

type Family = keyof typeof channelHosts
const families = Object.keys(channelHosts) as Family[]

/** Columns that tell whether the referrer is of a family; their names are our own. */
const flags = Object.fromEntries(
  families.map((family) => [family, new Sql([`is_${family}`], [])]),
) as Record<Family, Sql>

/** Rules are tried in order. A missing text counts as empty. */
const rules = sql`case
  when is_paid_click then 'paidAds'
  when ${has(medium, 'referral', 'app', 'link')} then 'referral'
  when ${has(medium, 'affiliate')} then 'affiliate'
  when ${has(medium, 'sms')} or ${has(source, 'sms')} then 'sms'
  when ${flags.llm} then 'llm'
  when ${flags.search} or ${has(medium, 'organic')} then ${paidOr('Search')}
  when ${flags.social} then ${paidOr('Social')}
  when ${flags.email} or ${has(medium, 'mail')} then 'email'
  when ${flags.shopping} or ${has(medium, 'shop')} then ${paidOr('Shopping')}
  when ${flags.video} or ${has(medium, 'video')} then ${paidOr('Video')}
  when ${host} <> '' and ${host} <> ${ownHost} then 'referral'
end`

const isDirect = sql`(coalesce(referrer_domain, '') = '' and coalesce(url_query, '') = '')`

/**
 * The rows of page views with their channel in column `channel`; null for one that has none, such as
 * navigation within the website. Patterns are not tried on the many rows that come from nowhere.
 */
export const withChannel = (rows: Sql): Sql => sql`(
  select *, 'direct' as channel from ${rows} where ${isDirect}
  union all
  select * exclude (is_paid_click, ${join(Object.values(flags))}), ${rules} as channel
  from (
    select *, ${isPaidClick} as is_paid_click,
      ${join(families.map((family) => sql`${isHostOf(channelHosts[family])} as ${flags[family]}`))}
    from ${rows} where not ${isDirect}))`

/** The family of the referrer's host, `Other` for any that is in none. */
export const domainGroup: Sql = sql`case
  ${join(
    domainGroups.map(([name, entries]) => sql`when ${isHostOf(entries)} then ${name}`),
    sql` `,
  )}
  else 'Other' end`
