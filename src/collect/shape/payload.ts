// The body of /api/send once it is checked, and the columns that are filled from it as it is.

import type { eventColumns, Row, SentName, SentValues, sessionColumns, Table } from './columns.ts'

export const hitTypes = ['event', 'identify', 'performance'] as const

export type HitType = (typeof hitTypes)[number]

/** Members that columns are not filled from as they are. */
interface OtherMembers {
  website: string | null
  link: string | null
  pixel: string | null
  hostname: string | null
  title: string | null
  url: string | null
  referrer: string | null
  data: Record<string, unknown> | null
  ip: string | null
  userAgent: string | null
  /** Epoch seconds. */
  timestamp: number | null
}

/** The known members, checked; `null` is absent, and so is empty text except for `url`. */
export type Payload = OtherMembers &
  SentValues<typeof eventColumns> &
  SentValues<typeof sessionColumns>

export interface SendBody {
  type: HitType
  payload: Payload
}

/**
 * Makes the function that reads, of a payload of this type, the values of all columns that name a
 * member. A column that hits of the type do not fill is empty.
 */
export function sentReader<Columns extends Table>(columns: Columns, type: HitType) {
  const sent = Object.entries(columns).flatMap(([name, { empty, sent }]) =>
    sent ? [{ name, empty, ...sent, isFilled: sent.of === 'any' || sent.of === type }] : [],
  )
  return (payload: Payload): Pick<Row<Columns>, SentName<Columns>> => {
    const row: Record<string, unknown> = {}
    for (const { name, member, empty, isFilled, digits } of sent) {
      const value = isFilled ? payload[member as keyof Payload] : empty
      row[name] =
        typeof value === 'number' && digits !== undefined ? Number(value.toFixed(digits)) : value
    }
    return row as Pick<Row<Columns>, SentName<Columns>>
  }
}
