// The jobs of an instance.

import type { Backups } from '../backup/backups.ts'
import type { Writer } from '../collect/store/writer.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { Log } from '../log.ts'
import { hourMs } from '../time/durations.ts'
import { compactEvents } from './compact.ts'
import { eraseRetired } from './erase.ts'
import { eraseSessions } from './erase-sessions.ts'
import type { Job } from './scheduler.ts'

const mebibyte = 1024 * 1024

interface JobServices {
  entities: Entities
  store: EventStore
  writer: Writer
  log: Log
  backups: Pick<Backups, 'makeNightly'>
}

export type JobName = 'erase' | 'eraseSessions' | 'compact' | 'backup'

/** Compaction writes the whole file, so it waits for a file worth it with a quarter of waste. */
export const jobTable = (services: JobServices): Record<JobName, Job> => {
  const { entities, store, writer, log, backups } = services
  const compact = async (signal: AbortSignal) => {
    const limits = { minBytes: 16 * mebibyte, minWaste: 0.25 }
    await compactEvents({ store, writer, log, ...limits }, signal)
  }
  return {
    erase: {
      everyMs: hourMs,
      run: async (signal) => {
        if (await eraseRetired(entities, store, writer)) await compact(signal)
      },
    },
    eraseSessions: { everyMs: hourMs, run: () => eraseSessions(entities, store, writer) },
    compact: { everyMs: 24 * hourMs, run: compact },
    // Makes one a night, and tries again each hour when that failed.
    backup: { everyMs: hourMs, run: (signal) => backups.makeNightly(signal) },
  }
}
