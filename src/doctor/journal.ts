// The journal of a folder that no server has open.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStoredId } from '../collect/store/journal/journal.ts'
import { readRecords } from '../collect/store/journal/records.ts'
import { bad, type Check, good } from './check.ts'

/** Both files: how many hits wait in them to be stored, and what of them cannot be read. */
export function checkJournal(dataDir: string): Check {
  const subject = 'journal'
  const storedId = readStoredId(dataDir)
  const ids = new Set<number>()
  const places: string[] = []
  for (const name of ['a', 'b']) {
    const path = join(dataDir, 'journal', name)
    if (!existsSync(path)) continue
    const { hits, damages } = readRecords(readFileSync(path))
    for (const { id } of hits) if (id > storedId) ids.add(id)
    // What is stored already is no loss, nor what nobody had an answer to.
    const lost = damages.filter(
      ({ ids: range, isUnfinished }) => !isUnfinished && (range === null || range.last > storedId),
    )
    for (const { offset } of lost) places.push(`${name} at byte ${offset}`)
  }
  return places.length === 0
    ? good(subject, `sound; ${ids.size} events in it may not be stored yet`)
    : bad(
        subject,
        `damaged: ${places.join(', ')}`,
        'Start footfall: it keeps a copy, stores what can be read, and says how much is lost.',
      )
}
