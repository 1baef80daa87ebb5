// The body of /api/send once it is checked, and the columns that are filled from it as it is.

import type { eventColumns, Row, SentValues, sessionColumns, Table } from './columns.ts'

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
 * Makes the function that puts into a row, whose columns are empty, what a payload of this type has
 * for columns that name a member. In place, because it runs for every hit.
 */
export function sentFiller<Columns extends Table>(columns: Columns, type: HitType) {
  const sent = Object.entries(columns).flatMap(([name, { sent }]) =>
    sent && (sent.of === 'any' || sent.of === type) ? [{ name, ...sent }] : [],
  )
  return (row: Row<Columns>, payload: Payload): void => {
    const cells = row as Record<string, unknown>
    for (const { name, member, digits } of sent) {
      const value = payload[member as keyof Payload]
      cells[name] =
        digits !== undefined && typeof value === 'number' ? Number(value.toFixed(digits)) : value
    }
  }
}
