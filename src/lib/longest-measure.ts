/** Longer times of a page are clocks of computers that slept: the tracker leaves them out, collection refuses them. */
export const longestMeasureMs = 60_000
