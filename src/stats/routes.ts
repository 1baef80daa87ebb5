// Every statistic of a website, link or pixel: the tables of operations, one after another.

import type { Operation } from '../http/endpoint.ts'
import { eventOperations } from './event-routes.ts'
import { overviewOperations } from './overview-routes.ts'
import { reportQueryOperations } from './reports/routes.ts'
import { revenueOperations } from './revenue-routes.ts'
import { sessionOperations } from './session-routes.ts'
import { furtherOperations } from './website-routes.ts'

export const statsOperations: readonly Operation[] = [
  ...overviewOperations,
  ...eventOperations,
  ...sessionOperations,
  ...furtherOperations,
  ...revenueOperations,
  ...reportQueryOperations,
]
