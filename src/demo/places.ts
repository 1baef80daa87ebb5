// Where visitors are, and what they speak there.

import type { Random } from './random.ts'
import { WeightedSampler } from './weighted-sampler.ts'

interface DemoPlace {
  country: string
  region: string
  city: string
  languages: WeightedSampler<string>
}

/** Country, share in per mille, languages with shares, cities by region with shares. */
const countries: readonly (readonly [
  string,
  number,
  readonly (readonly [string, number])[],
  readonly (readonly [string, string, number])[],
])[] = [
  [
    'US',
    310,
    [
      ['en-US', 90],
      ['es-US', 7],
      ['zh-CN', 3],
    ],
    [
      ['US-CA', 'Los Angeles', 14],
      ['US-CA', 'San Francisco', 12],
      ['US-NY', 'New York', 22],
      ['US-TX', 'Austin', 9],
      ['US-TX', 'Houston', 8],
      ['US-WA', 'Seattle', 10],
      ['US-IL', 'Chicago', 11],
      ['US-MA', 'Boston', 7],
      ['US-CO', 'Denver', 7],
    ],
  ],
  [
    'DE',
    130,
    [
      ['de-DE', 80],
      ['en-US', 15],
      ['tr-TR', 5],
    ],
    [
      ['DE-BE', 'Berlin', 30],
      ['DE-BY', 'Munich', 22],
      ['DE-HH', 'Hamburg', 18],
      ['DE-NW', 'Cologne', 16],
      ['DE-HE', 'Frankfurt am Main', 14],
    ],
  ],
  [
    'GB',
    95,
    [['en-GB', 100]],
    [
      ['GB-ENG', 'London', 60],
      ['GB-ENG', 'Manchester', 18],
      ['GB-SCT', 'Edinburgh', 14],
      ['GB-WLS', 'Cardiff', 8],
    ],
  ],
  [
    'FR',
    75,
    [
      ['fr-FR', 92],
      ['en-GB', 8],
    ],
    [
      ['FR-IDF', 'Paris', 55],
      ['FR-ARA', 'Lyon', 20],
      ['FR-PAC', 'Marseille', 15],
      ['FR-OCC', 'Toulouse', 10],
    ],
  ],
  [
    'IN',
    80,
    [
      ['en-IN', 70],
      ['hi-IN', 30],
    ],
    [
      ['IN-KA', 'Bengaluru', 34],
      ['IN-MH', 'Mumbai', 33],
      ['IN-DL', 'Delhi', 33],
    ],
  ],
  [
    'BR',
    60,
    [['pt-BR', 100]],
    [
      ['BR-SP', 'São Paulo', 65],
      ['BR-RJ', 'Rio de Janeiro', 35],
    ],
  ],
  [
    'NL',
    45,
    [
      ['nl-NL', 75],
      ['en-GB', 25],
    ],
    [
      ['NL-NH', 'Amsterdam', 70],
      ['NL-UT', 'Utrecht', 30],
    ],
  ],
  [
    'CA',
    45,
    [
      ['en-CA', 75],
      ['fr-CA', 25],
    ],
    [
      ['CA-ON', 'Toronto', 55],
      ['CA-QC', 'Montréal', 45],
    ],
  ],
  ['ES', 40, [['es-ES', 100]], [['ES-MD', 'Madrid', 100]]],
  ['IT', 35, [['it-IT', 100]], [['IT-25', 'Milan', 100]]],
  ['JP', 35, [['ja-JP', 100]], [['JP-13', 'Tokyo', 100]]],
  ['PL', 25, [['pl-PL', 100]], [['PL-14', 'Warsaw', 100]]],
  ['AU', 25, [['en-AU', 100]], [['AU-NSW', 'Sydney', 100]]],
]

const byShare = new WeightedSampler<DemoPlace>(
  countries.flatMap(([country, share, languages, cities]) => {
    const spoken = new WeightedSampler(languages)
    const all = cities.reduce((sum, [, , part]) => sum + part, 0)
    return cities.map(([region, city, part]): [DemoPlace, number] => [
      { country, region, city, languages: spoken },
      (share * part) / all,
    ])
  }),
)

export const drawPlace = (random: Random): DemoPlace => byShare.draw(random)
