/** What every statistic of the page counts by, so that all numbers on it agree: whole visits. */
export const byVisit = { level: 'visit' } as const
