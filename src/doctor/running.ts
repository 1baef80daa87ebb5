// What only the process can check that has the data open.

import type { Writer } from '../collect/store/writer.ts'
import type { Config } from '../config.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { AddressBook } from '../http/client/address.ts'
import { bad, type Check, good, warning } from './check.ts'
import { checkEntities, checkEvents } from './databases.ts'
import { checkProxy } from './proxy.ts'
import type { RequestProbe } from './request-probe.ts'

interface RunningServices {
  store: EventStore
  entities: Entities
  writer: Pick<Writer, 'state' | 'losses'>
  addresses: AddressBook
  config: Config
  requestProbe: RequestProbe
  now: () => number
}

/** Checks a server from inside, and with its public address what arrives through that. */
export async function checkRunning(app: RunningServices, url: string | null): Promise<Check[]> {
  const connection = await app.store.connect()
  try {
    return [
      checkStoring(app),
      checkLosses(app),
      ...checkEntities(app.entities),
      ...(await checkEvents(connection, app.now())),
      ...(url === null ? [] : [await checkProxy(app, url)]),
    ]
  } finally {
    connection.closeSync()
  }
}

function checkStoring({ writer }: RunningServices): Check {
  const { state } = writer
  return state.name === 'running'
    ? good('server', 'it runs, and stores events')
    : bad(
        'server',
        `it runs, and cannot store events (${state.name === 'down' ? state.reason : state.name})`,
        'Its log has more. It tries again by itself, and events are answered with 503 until then.',
      )
}

function checkLosses({ writer: { losses } }: RunningServices): Check {
  return losses.length === 0
    ? good('journal', 'the last start has read all of it')
    : warning('journal', losses.join(' '), 'The log of the last start has more.')
}
