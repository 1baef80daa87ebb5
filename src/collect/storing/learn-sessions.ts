// How the filer comes to know which sessions are stored, so that new ones are not looked up. Without
// that it still works: each unknown session is looked up.

import type { EventStore } from '../../db/events.ts'
import type { Log } from '../../log.ts'
import type { Sessions } from './sessions.ts'

export interface Learning {
  sessions: Sessions
  store: EventStore
  log: Log
}

/**
 * Takes up what the last clean stop has saved, and says whether there was that. Before the first hit,
 * because it knows only the sessions of that time.
 */
export async function loadSessions({ sessions, store, log }: Learning): Promise<boolean> {
  try {
    return await sessions.load(store.dataDir, store.writer)
  } catch (error) {
    log.warn('the file of known sessions could not be read', { error })
    return false
  }
}

/** Reads all sessions from the store, beside other work: with millions of them it takes a second. */
export async function readSessions({ sessions, store, log }: Learning): Promise<void> {
  try {
    const connection = await store.connect()
    try {
      await sessions.readKnown(connection)
    } finally {
      connection.closeSync()
    }
  } catch (error) {
    log.warn('known sessions could not be read; each is looked up', { error })
  }
}

/** Saves what is known for the next start. Nobody may store anything any more. */
export async function saveSessions({ sessions, store, log }: Learning): Promise<void> {
  try {
    await sessions.save(store.dataDir, store.writer)
  } catch (error) {
    // A full disk, for instance; a part of a file is no filter, and is not taken for one.
    log.warn('known sessions could not be saved; the next start reads them', { error })
  }
}
