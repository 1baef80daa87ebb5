// Widths of the buckets of a series.

export const units = ['minute', 'hour', 'day', 'month', 'year'] as const
/** Width of a bucket in a series. */
export type Unit = (typeof units)[number]
