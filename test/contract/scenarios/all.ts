// All scenarios together.

import { operations } from '../../../src/server.ts'
import type { Scenario } from '../scenario.ts'
import { apiKeyScenarios } from './api-keys.ts'
import { entityScenarios, sessionDeletions } from './entities.ts'
import { peopleScenarios } from './people.ts'
import { oddScenarios } from './raw.ts'
import { statisticsScenarios } from './statistics.ts'
import { twoFactorScenarios } from './two-factor.ts'

const written = [
  ...peopleScenarios,
  ...twoFactorScenarios,
  ...apiKeyScenarios,
  ...entityScenarios,
  ...oddScenarios,
  ...sessionDeletions,
]
const known = new Set(written.map(({ operation }) => operation))

/** Those that change nothing. */
export const statistics = statisticsScenarios(
  operations.filter(({ method, path }) => !known.has(`${method} ${path}`)),
)

export const scenarios: readonly Scenario[] = [...statistics, ...written]

export const toTitle = ({ operation, side, when }: Scenario): string =>
  [operation, `of ${side.name}`, when].filter((part) => part).join(', ')
