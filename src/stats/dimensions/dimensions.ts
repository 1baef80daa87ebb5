// Dimensions: one line each, used by filters, groupings, validation and documentation.

import { type Sql, sql } from '../../db/sql.ts'

export interface Dimension {
  column: Sql
  /** `session`: the same on every row of a session. */
  per: 'event' | 'session'
  label: string
  /** Too long to be repeated in each visit's row. */
  isOnEventsOnly?: true
}

export const dimensions = {
  path: { column: sql`url_path`, per: 'event', label: 'Path' },
  referrer: { column: sql`referrer_domain`, per: 'event', label: 'Referrer' },
  title: { column: sql`page_title`, per: 'event', label: 'Title' },
  query: { column: sql`url_query`, per: 'event', label: 'Query' },
  hostname: { column: sql`hostname`, per: 'event', label: 'Hostname' },
  tag: { column: sql`tag`, per: 'event', label: 'Tag' },
  event: { column: sql`event_name`, per: 'event', label: 'Event' },
  utmSource: { column: sql`utm_source`, per: 'event', label: 'UTM source' },
  utmMedium: { column: sql`utm_medium`, per: 'event', label: 'UTM medium' },
  utmCampaign: { column: sql`utm_campaign`, per: 'event', label: 'UTM campaign' },
  utmContent: { column: sql`utm_content`, per: 'event', label: 'UTM content' },
  utmTerm: { column: sql`utm_term`, per: 'event', label: 'UTM term' },
  browser: { column: sql`browser`, per: 'session', label: 'Browser' },
  os: { column: sql`os`, per: 'session', label: 'System' },
  device: { column: sql`device`, per: 'session', label: 'Device' },
  screen: { column: sql`screen`, per: 'session', label: 'Screen' },
  country: { column: sql`country`, per: 'session', label: 'Country' },
  region: { column: sql`region`, per: 'session', label: 'Region' },
  city: { column: sql`city`, per: 'session', label: 'City' },
  language: { column: sql`language`, per: 'session', label: 'Language' },
  distinctId: {
    column: sql`distinct_id`,
    per: 'session',
    label: 'Distinct id',
    isOnEventsOnly: true,
  },
} as const satisfies Record<string, Dimension>

export type DimensionName = keyof typeof dimensions
export const dimensionNames = Object.keys(dimensions) as DimensionName[]

/**
 * What rows are filtered by: dimensions, and what the row alone does not say. `entry` and `exit` are
 * tested on the first and the last page view of its visit; `withChannel` adds the column `channel`.
 */
export const fields = {
  ...dimensions,
  entry: { column: sql`url_path`, label: 'Entry page of the visit' },
  exit: { column: sql`url_path`, label: 'Exit page of the visit' },
  channel: { column: sql`channel`, label: 'Channel' },
} as const

export type FieldName = keyof typeof fields
/** Fields that are tested on one end of a row's visit. */
export type VisitEnd = Extract<FieldName, 'entry' | 'exit'>
export const fieldNames = Object.keys(fields) as FieldName[]

/**
 * What belongs to a visit as a whole, and its column in table `visit`. At visit level a filter on one of
 * these chooses visits, and a list of one has each visit once.
 */
export const visitFields = {
  referrer: dimensions.referrer.column,
  channel: fields.channel.column,
  entry: sql`entry_path`,
  exit: sql`exit_path`,
  utmSource: dimensions.utmSource.column,
  utmMedium: dimensions.utmMedium.column,
  utmCampaign: dimensions.utmCampaign.column,
  utmContent: dimensions.utmContent.column,
  utmTerm: dimensions.utmTerm.column,
} as const satisfies Partial<Record<FieldName, Sql>>

/** What filters on properties are about. */
export type PropertyKind = 'eventProperty' | 'sessionProperty'
export const isPropertyKind = (name: string): name is PropertyKind =>
  name === 'eventProperty' || name === 'sessionProperty'

/** Whether all rows of a session have the same value: of a field, or of a property of sessions. */
export const isOfSession = (name: FieldName | PropertyKind): boolean =>
  name === 'sessionProperty' || (isDimension(name) && dimensions[name].per === 'session')

/** Whether each visit's row of table `visit` has it: what belongs to visits, or to their sessions. */
export function isInVisitTable(name: FieldName | PropertyKind): boolean {
  if (isVisitField(name) || name === 'sessionProperty') return true
  const dimension: Dimension | null = isDimension(name) ? dimensions[name] : null
  return dimension?.per === 'session' && !dimension.isOnEventsOnly
}

export type VisitField = keyof typeof visitFields
export const isVisitField = (name: string): name is VisitField => Object.hasOwn(visitFields, name)

export const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)
export const isDimension = (name: string): name is DimensionName => Object.hasOwn(dimensions, name)

/**
 * What languages are grouped by: the language of a tag such as en-US or fil-PH, of up to three letters,
 * else its first two characters; lower case.
 */
export const languageGroup = sql`lower(
  case when substr(language, 3, 1) in ('', '-', '_') then left(language, 2)
    else coalesce(
      nullif(regexp_extract(language, '^([A-Za-z]{1,3})(?:[-_.@]|$)', 1), ''), left(language, 2))
  end)`
