// The columns of stored rows, each written once. The types of hits, the order of values in the journal,
// the cells of rows and the limits of texts derive from these tables; a test compares them with the
// migrated database. A new column goes to the end of its table: the journal has values by position.

import type { DataType } from '../../db/data-type.ts'
import { type EventType, eventTypes } from '../../db/event-type.ts'
import { longestMeasureMs } from '../../lib/longest-measure.ts'

interface Column<Value extends string | number | null> {
  /** Name in SQL. */
  column: string
  type: 'varchar' | 'double' | 'bigint' | 'integer' | 'tinyint'
  /** What a row has that nothing is known of; `null` only where the column may be null. */
  empty: Value
  /** The member of a payload that fills it as it is; without one, a step of the pipeline does. */
  sent?: Sent
}

interface Sent<Member extends string = string> {
  member: Member
  /** The type of hit that fills the column. */
  of: 'event' | 'performance' | 'any'
  /** For the API document. */
  description: string
  /** Of numbers: the highest, and the decimals that are stored. */
  max?: number
  digits?: number
}

interface TextColumn<Value extends string | null> extends Column<Value> {
  /** In UTF-16 units; longer text is cut. */
  maxLength: number
}

const text = (column: string, maxLength: number): TextColumn<string | null> => ({
  column,
  type: 'varchar',
  empty: null,
  maxLength,
})

const requiredText = (column: string, maxLength: number): TextColumn<string> => ({
  ...text(column, maxLength),
  empty: '',
})

/** Filled from the parameter of that name in a page's address. */
const parameter = (column: string) => ({ ...text(column, 255), isParameter: true as const })

const sentText = <Member extends string>(
  column: string,
  maxLength: number,
  sent: Sent<Member>,
) => ({
  ...text(column, maxLength),
  sent,
})

const measure = (column: string): Column<number | null> => ({ column, type: 'double', empty: null })

/** A number of a performance hit, sent under the column's name. */
const sentMeasure = <Name extends string>(
  column: Name,
  max: number,
  digits: number,
  description: string,
) => ({
  ...measure(column),
  sent: { member: column, of: 'performance' as const, description, max, digits },
})

/** Epoch milliseconds. */
const instant = (column: string): Column<number | null> => ({ column, type: 'bigint', empty: null })

export type Table = Record<string, Column<string | number | null>>

/** The values of one row of a table. */
export type Row<Columns extends Table> = { [Name in keyof Columns]: Columns[Name]['empty'] }

/** The names of the columns that a member of the payload fills as it is. */
type SentName<Columns extends Table> = {
  [Name in keyof Columns]: Columns[Name] extends { sent: Sent } ? Name : never
}[keyof Columns]

/** What a payload has for these columns, by member. */
export type SentValues<Columns extends Table> = {
  [Name in SentName<Columns> as Columns[Name] extends { sent: Sent<infer Member> }
    ? Member
    : never]: Columns[Name]['empty']
}

/** The row that nothing is known of. */
const emptyRow = <Columns extends Table>(columns: Columns): Row<Columns> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { empty }]) => [name, empty]),
  ) as Row<Columns>

/** Columns of an event that do not belong to its session. */
export const eventColumns = {
  eventType: {
    column: 'event_type',
    type: 'tinyint' as const,
    empty: eventTypes.page as EventType,
  },
  eventName: sentText('event_name', 50, {
    member: 'name',
    of: 'event',
    description: 'Name of a custom event.',
  }),
  urlPath: requiredText('url_path', 500),
  urlQuery: text('url_query', 500),
  hostname: text('hostname', 100),
  pageTitle: text('page_title', 500),
  tag: sentText('tag', 50, { member: 'tag', of: 'any', description: 'Tag.' }),
  referrerDomain: text('referrer_domain', 500),
  referrerPath: text('referrer_path', 500),
  referrerQuery: text('referrer_query', 500),
  utmSource: parameter('utm_source'),
  utmMedium: parameter('utm_medium'),
  utmCampaign: parameter('utm_campaign'),
  utmContent: parameter('utm_content'),
  utmTerm: parameter('utm_term'),
  gclid: parameter('gclid'),
  fbclid: parameter('fbclid'),
  msclkid: parameter('msclkid'),
  ttclid: parameter('ttclid'),
  liFatId: parameter('li_fat_id'),
  twclid: parameter('twclid'),
  lcp: sentMeasure('lcp', longestMeasureMs, 1, 'Largest contentful paint in milliseconds.'),
  inp: sentMeasure('inp', longestMeasureMs, 1, 'Interaction to next paint in milliseconds.'),
  cls: sentMeasure('cls', 100, 4, 'Cumulative layout shift.'),
  fcp: sentMeasure('fcp', longestMeasureMs, 1, 'First contentful paint in milliseconds.'),
  ttfb: sentMeasure('ttfb', longestMeasureMs, 1, 'Time to first byte in milliseconds.'),
}

export type EventFields = Row<typeof eventColumns>

/** The members of an event that are filled from parameters of the page's address. */
export type ParameterName = {
  [Name in keyof EventFields]: (typeof eventColumns)[Name] extends { isParameter: true }
    ? Name
    : never
}[keyof EventFields]

/** A page view without an address. */
export const emptyEvent: EventFields = emptyRow(eventColumns)

/** Attributes of a session; those of its first hit are the ones that stay, and its events repeat them. */
export const sessionColumns = {
  browser: sentText('browser', 20, {
    member: 'browser',
    of: 'any',
    description: 'Browser, in place of the one that the user agent names.',
  }),
  os: sentText('os', 20, { member: 'os', of: 'any', description: 'Operating system, likewise.' }),
  device: sentText('device', 20, {
    member: 'device',
    of: 'any',
    description: 'Kind of device, likewise, such as mobile.',
  }),
  screen: sentText('screen', 11, {
    member: 'screen',
    of: 'any',
    description: 'Such as 1920x1080.',
  }),
  language: sentText('language', 35, {
    member: 'language',
    of: 'any',
    description: 'Such as en-US.',
  }),
  country: text('country', 2),
  region: text('region', 50),
  city: text('city', 50),
  distinctId: sentText('distinct_id', 50, {
    member: 'id',
    of: 'any',
    description: "The application's own id of the visitor.",
  }),
}

export type SessionAttributes = Row<typeof sessionColumns>

export const emptyAttributes: SessionAttributes = emptyRow(sessionColumns)

/**
 * When a page view was preceded, in epoch milliseconds; `null` where it was the first.
 *
 * A visitor of any range is counted without a hash table: at its first row in the range, which is the
 * one whose predecessor lies before the range. One visitor with four page views:
 *
 *     at     path   previousAt   pathPreviousAt
 *     09:00  /      null         null
 *     09:05  /docs  09:00        null
 *     11:00  /      09:05        09:00
 *     11:20  /docs  11:00        09:05
 *
 * Visitors from 10:00 to 12:00: rows with `previousAt` null or before 10:00, which is one (11:00).
 * Visitors of /docs in that range: rows of /docs with `pathPreviousAt` null or before 10:00: 11:20.
 */
export const predecessorColumns = {
  /** By a page view of the same session. */
  previousAt: instant('previous_at'),
  /** By one of the same visit, and by the one before that. */
  visitPreviousAt: instant('visit_previous_at'),
  visitSecondAt: instant('visit_second_at'),
  /** Whole epoch seconds from `visitPreviousAt` to this row; -1 when there is none. */
  visitGap: { column: 'visit_gap', type: 'integer', empty: -1 as number },
  /** By one of the same session with the same path, the same title. */
  pathPreviousAt: instant('path_previous_at'),
  titlePreviousAt: instant('title_previous_at'),
} satisfies Table

export type Predecessors = Row<typeof predecessorColumns>

export const noPredecessors: Predecessors = emptyRow(predecessorColumns)

/** What rows repeat of their visit once it is over; no hit knows it. */
export const visitColumns = {
  /** Whole seconds from its first to its last page view; -1 when it has a single one. */
  visitLength: { column: 'visit_length', type: 'integer', empty: null },
} satisfies Table

/** One flattened property of an event or a session. */
export const propertyColumns = {
  key: requiredText('data_key', 500),
  type: { column: 'data_type', type: 'tinyint', empty: 1 as DataType },
  text: text('string_value', 500),
  number: measure('number_value'),
  /** Only for dates. */
  dateMs: instant('date_value'),
} satisfies Table

export type Property = Row<typeof propertyColumns>
