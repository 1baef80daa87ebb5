// Units of time that always have the same length, in milliseconds.

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
/** By the calendar of a zone a day may be longer or shorter; see calendar.ts. */
export const dayMs = 24 * hourMs
