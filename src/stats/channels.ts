// Channels: how a page view's visitor came, from referrer, query and UTM parameters.

import { channelHosts, domainGroups, paidParameters, paidValues } from '../data/channels.ts'
import { any, join, type Sql, sql } from '../db/sql.ts'
import { ownHost } from './dimensions.ts'

const host = sql`lower(coalesce(referrer_domain, ''))`
const query = sql`lower(coalesce(url_query, ''))`
const medium = sql`lower(coalesce(utm_medium, ''))`
const source = sql`lower(coalesce(utm_source, ''))`

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

/**
 * The channel of one page view; null for one that has none, such as navigation within the website.
 * Rules are tried in order. A missing text counts as empty.
 */
export const channel: Sql = sql`case
  when ${host} = '' and ${query} = '' then 'direct'
  when ${isPaidClick} then 'paidAds'
  when ${has(medium, 'referral', 'app', 'link')} then 'referral'
  when ${has(medium, 'affiliate')} then 'affiliate'
  when ${has(medium, 'sms')} or ${has(source, 'sms')} then 'sms'
  when ${isHostOf(channelHosts.llm)} then 'llm'
  when ${isHostOf(channelHosts.search)} or ${has(medium, 'organic')} then ${paidOr('Search')}
  when ${isHostOf(channelHosts.social)} then ${paidOr('Social')}
  when ${isHostOf(channelHosts.email)} or ${has(medium, 'mail')} then 'email'
  when ${isHostOf(channelHosts.shopping)} or ${has(medium, 'shop')} then ${paidOr('Shopping')}
  when ${isHostOf(channelHosts.video)} or ${has(medium, 'video')} then ${paidOr('Video')}
  when ${host} <> '' and ${host} <> ${ownHost} then 'referral'
end`

/** The family of the referrer's host, `Other` for any that is in none. */
export const domainGroup: Sql = sql`case
  ${join(
    domainGroups.map(([name, entries]) => sql`when ${isHostOf(entries)} then ${name}`),
    sql` `,
  )}
  else 'Other' end`
