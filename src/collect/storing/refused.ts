// Hits that the database refuses though their senders were told that they are stored. Nothing that
// passes the checks of collection should come here.

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Hit } from '../hit.ts'

/** Keeps a hit in a file of the data folder, synced, and tells which. Throws when the disk fails. */
export function setAside(dataDir: string, hit: Hit, error: unknown): string {
  const file = join(dataDir, 'refused.jsonl')
  const descriptor = openSync(file, 'a', 0o600)
  try {
    writeSync(descriptor, `${JSON.stringify({ error: String(error), hit })}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return file
}
