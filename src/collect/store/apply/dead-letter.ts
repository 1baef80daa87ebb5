// Hits that the database refuses though their senders got a 200. Nothing that passes the checks of
// collection should come here. `footfall dead-letter` lists them and stores them again.

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Hit } from '../../shape/hit.ts'

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
/** Where letters are while they are stored again; what is there after a crash is tried again. */
const retryFileName = 'dead-letter.retry.jsonl'
const retriedAtOnce = 1_000

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
 * Takes all letters out of their file and gives them to `store`, some at a time. Those it has taken, so
 * that they are safe elsewhere, are letters no more; when it fails, or the process dies, the others
 * still are. A process that dies between the two may store some twice.
 */
export async function retryDeadLetters(
  dataDir: string,
  store: (letters: readonly DeadLetter[]) => Promise<void>,
): Promise<void> {
  const letters = readDeadLetters(dataDir)
  const retryFile = join(dataDir, retryFileName)
  const replace = (left: readonly DeadLetter[]) => {
    rmSync(`${retryFile}.new`, { force: true })
    append(`${retryFile}.new`, left)
    renameSync(`${retryFile}.new`, retryFile)
  }
  replace(letters)
  for (const name of [oldFileName, fileName]) rmSync(join(dataDir, name), { force: true })
  for (let at = 0; at < letters.length; at += retriedAtOnce) {
    await store(letters.slice(at, at + retriedAtOnce))
    replace(letters.slice(at + retriedAtOnce))
  }
  rmSync(retryFile)
}

/** Writes letters behind those that are there, whole: on a full disk the file is what it was before. */
function append(file: string, letters: readonly DeadLetter[]): void {
  const descriptor = openSync(file, 'a', 0o600)
  const { size } = fstatSync(descriptor)
  try {
    const bytes = Buffer.from(letters.map((letter) => `${JSON.stringify(letter)}\n`).join(''))
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
    fsyncSync(descriptor)
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
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
