// The names of subdivisions (ISO 3166-2) as one text, which is half as large as the codes in full.

import { iso31662 } from 'iso-3166'

/** For each country a block: its two letters, then lines of a subdivision's own code and name. */
export function listRegions(): string {
  const byCountry = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2))
  return [...byCountry]
    .map(([country, parts]) =>
      [country, ...parts.map(({ code, name }) => `${code.slice(3)} ${name}`)].join('\n'),
    )
    .join('\n\n')
}
