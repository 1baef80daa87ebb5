// Erases events of what was deleted or reset. Until then they are hidden, since nothing refers to
// their number any more; the row of the number stays until they are gone, so a crash loses nothing.

import { allTableNames } from '../collect/store/apply/rows.ts'
import type { Writer } from '../collect/store/writer.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import { inTransaction } from '../db/duckdb/transaction.ts'
import type { Entities } from '../db/sqlite/entities.ts'

/** Says whether there was anything to erase. */
export async function eraseRetired(
  entities: Entities,
  store: EventStore,
  writer: Writer,
): Promise<boolean> {
  const numbers = entities
    .query<{ number: number }, []>('select number from event_source where retired_at is not null')
    .all()
    .map((row) => row.number)
  if (numbers.length === 0) return false
  // Hits that were accepted before are still to be stored; nobody accepts new ones.
  await writer.drain()
  await writer.exclusive(() => eraseNumbers(store, numbers.join(',')))
  entities
    .query(
      `delete from event_source
       where retired_at is not null and number in (select value from json_each(?))`,
    )
    .run(JSON.stringify(numbers))
  return true
}

/** Deletes all rows of some targets, in one transaction; `numbers` with commas between them. */
async function eraseNumbers(store: EventStore, numbers: string): Promise<void> {
  const connection = store.writer
  await inTransaction(connection, async () => {
    for (const table of allTableNames) {
      await connection.run(
        `delete from ${table}
         where source_id in (select unnest(string_split($1, ',')::integer[]))`,
        [numbers],
      )
    }
  })
}
