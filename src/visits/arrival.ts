// Whether a row came from another host, from the website itself, or from nowhere.

import { sql } from '../db/sql.ts'

/** A row's own host, as referrer domains are written: lower case, without `www.` and port. */
const ownHost = sql`regexp_replace(lower(coalesce(hostname, '')), '^www\\.|:\\d+$', '', 'g')`

/**
 * Rows that came from the website itself: navigation is no arrival. Their referrer is stored without
 * its host. A path that begins with no slash belongs to an address without any host (`about:blank`).
 */
export const isNavigation = sql`case when coalesce(referrer_domain, '') = ''
  then coalesce(starts_with(referrer_path, '/'), false) else referrer_domain = ${ownHost} end`

/** Rows that came from another host. */
export const isForeignReferrer = sql`referrer_domain <> '' and referrer_domain <> ${ownHost}`

/** The host that a row came from, the own one too; null for none. */
export const referrerHost = sql`case when ${isNavigation} then nullif(${ownHost}, '')
  else referrer_domain end`
