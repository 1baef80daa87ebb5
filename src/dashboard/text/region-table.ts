/**
 * Names of subdivisions by country, filled in when the dashboard is bundled: a block for each
 * country, its two letters in the first line, then a code and a name in each.
 */
export const regionTable = ''
