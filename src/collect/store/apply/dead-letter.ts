// Hits that the database refuses though their senders were told that they are stored. Nothing that
// passes the checks of collection should come here. `footfall dead-letter` lists them and stores them
// again.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Hit } from '../../hit.ts'

/** A hit that was refused, and why. */
export interface DeadLetter {
  /** ISO instant at which it was refused; absent in files of versions before. */
  refusedAt?: string
  /** The database's error. */
  error: string
  hit: Hit
}

const fileName = 'dead-letter.jsonl'
/** What versions before called it. */
const oldFileName = 'refused.jsonl'
/** Where letters are while they are stored again; what stands there after a crash is tried again. */
const retryFileName = 'dead-letter.retry.jsonl'

/** Keeps a hit in a file of the data folder, synced, and returns the path. Throws when the disk fails. */
export function addDeadLetter(dataDir: string, hit: Hit, error: unknown, now: number): string {
  const file = join(dataDir, fileName)
  const letter = { refusedAt: new Date(now).toISOString(), error: String(error), hit }
  append(file, [letter])
  return file
}

/** All hits that were refused, the oldest first. A line that is no JSON is an error. */
export function readDeadLetters(dataDir: string): DeadLetter[] {
  return [retryFileName, oldFileName, fileName].flatMap((name) => {
    const file = join(dataDir, name)
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => (line === '' ? [] : [parse(line, file, index + 1)]))
  })
}

/**
 * Takes all letters out of their file and runs `store` with them. A letter that is refused again is
 * in the file again; when `store` fails, or the process dies, all are.
 */
export async function retryDeadLetters(
  dataDir: string,
  store: (letters: readonly DeadLetter[]) => Promise<void>,
): Promise<void> {
  const letters = readDeadLetters(dataDir)
  const retryFile = join(dataDir, retryFileName)
  rmSync(`${retryFile}.new`, { force: true })
  append(`${retryFile}.new`, letters)
  renameSync(`${retryFile}.new`, retryFile)
  for (const name of [oldFileName, fileName]) rmSync(join(dataDir, name), { force: true })
  await store(letters)
  rmSync(retryFile)
}

function append(file: string, letters: readonly DeadLetter[]): void {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    for (const letter of letters) writeSync(descriptor, `${JSON.stringify(letter)}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function parse(line: string, file: string, number: number): DeadLetter {
  try {
    return JSON.parse(line) as DeadLetter
  } catch (cause) {
    throw new Error(`Line ${number} of ${file} is no JSON; mend or remove it.`, { cause })
  }
}
