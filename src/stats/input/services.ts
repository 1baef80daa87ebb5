import type { EntityServices } from '../../access/rule.ts'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import { operationsWith } from '../../http/endpoint.ts'
import type { Targets } from '../../targets/store.ts'

/** What statistics need of the process. */
export interface StatsServices extends EntityServices {
  events: EventReader
  targets: Targets
  /** Epoch milliseconds. */
  now: () => number
  /** Text secret of the instance, of which public ids are made. */
  secret: string
}

/** Declare operations of statistics. */
export const { read: readStatistic, write: writeStatistic } = operationsWith<StatsServices>()
