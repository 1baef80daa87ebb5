// Every statistic of a website, link or pixel: the tables of operations, one after another.

import type { Operation } from '../http/endpoint.ts'
import { eventOperations } from './events/routes.ts'
import type { StatsServices } from './input/services.ts'
import { overviewOperations } from './overview/routes.ts'
import { reportReadOperations } from './reports/read-routes.ts'
import { reportQueryOperations } from './reports/routes.ts'
import { revenueOperations } from './revenue/routes.ts'
import { savedStatisticOperations } from './saved/routes.ts'
import { sessionOperations } from './sessions/routes.ts'

export const statsOperations: readonly Operation<StatsServices>[] = [
  ...overviewOperations,
  ...eventOperations,
  ...sessionOperations,
  ...revenueOperations,
  ...reportQueryOperations,
  ...savedStatisticOperations,
  ...reportReadOperations,
]
