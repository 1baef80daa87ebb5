// From a backup back to files, each checked.

import { createReadStream, mkdirSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { NewerDataError } from '../db/migrate.ts'
import { sync } from '../db/sync.ts'
import {
  checksumsName,
  type Manifest,
  manifestName,
  NewerBackupError,
  parseManifest,
} from './manifest.ts'
import { type Entry, readEntries } from './tar.ts'

const maxTextBytes = 1024 * 1024
/** Left free for what opening the files writes. */
const spareBytes = 64 * 1024 * 1024

/** The backup is not whole, or no backup. */
class DamagedBackupError extends Error {
  constructor(file: string, reason: string, cause?: unknown) {
    super(`The backup ${file} is damaged or no backup (${reason}). Nothing was changed.`, { cause })
  }
}

/** What the disk has not enough of. */
class NoRoomError extends Error {
  constructor(needed: number, free: number) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
    super(
      `The backup needs ${megabytes(needed)} on the disk of the data folder, and ${megabytes(free)} are ` +
        'free. Nothing was changed.',
    )
  }
}

/**
 * Unpacks a backup into an empty folder, checks it whole, and gives its manifest. Without a folder it
 * checks only. `engine` is the version of the event database, `null` for any. Throws an Error of sentences when it is
 * damaged, newer, or larger than the room on the disk.
 */
export const unpackBackup = (
  file: string,
  folder: string | null,
  engine: string | null,
): Promise<Manifest> => readBackup(file, (entries) => unpackEntries(entries, folder, engine))

/** What a backup says about itself; nothing else of it is read. Throws like `unpackBackup`. */
export const readManifest = (file: string): Promise<Manifest> =>
  readBackup(file, async (entries) =>
    parseManifest(await readText(await nextEntry(entries), manifestName), null),
  )

async function readBackup<Result>(
  file: string,
  work: (entries: AsyncGenerator<Entry>) => Promise<Result>,
): Promise<Result> {
  const bytes = pipeline(createReadStream(file), createZstdDecompress(), () => {
    // Those who read the bytes get the error.
  })
  try {
    return await work(readEntries(bytes))
  } catch (error) {
    const isPlain =
      error instanceof NewerDataError ||
      error instanceof NewerBackupError ||
      error instanceof NoRoomError ||
      // Of the disk, on either side.
      (error as NodeJS.ErrnoException).syscall !== undefined
    throw isPlain ? error : new DamagedBackupError(file, (error as Error).message, error)
  } finally {
    bytes.destroy()
  }
}

async function unpackEntries(
  entries: AsyncGenerator<Entry>,
  folder: string | null,
  engine: string | null,
): Promise<Manifest> {
  const manifest = parseManifest(await readText(await nextEntry(entries), manifestName), engine)
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (folder !== null) checkRoom(folder, total)
  const found: Record<string, string> = {}
  for (const { name, bytes } of manifest.files) {
    const entry = await nextEntry(entries)
    if (entry.name !== name || entry.bytes !== bytes) throw new Error(`it lacks ${name}`)
    found[name] = folder === null ? await hash(entry) : await write(entry, join(folder, name))
  }
  const text = await readText(await nextEntry(entries), checksumsName)
  const checksums = JSON.parse(text) as Record<string, string>
  const wrong = Object.keys(found).find((name) => checksums[name] !== found[name])
  if (wrong !== undefined) throw new Error(`the checksum of ${wrong} is another`)
  // Reads the end, where the compressed stream checks itself.
  if (!(await entries.next()).done) throw new Error('it has more files than its manifest')
  return manifest
}

async function nextEntry(entries: AsyncGenerator<Entry>): Promise<Entry> {
  const next = await entries.next()
  if (next.done) throw new Error('it ends too early')
  return next.value
}

function checkRoom(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < needed + spareBytes) throw new NoRoomError(needed + spareBytes, free)
}

async function readText(entry: Entry, name: string): Promise<string> {
  if (entry.name !== name || entry.bytes > maxTextBytes) throw new Error(`it lacks ${name}`)
  return Buffer.concat(await Array.fromAsync(entry.content())).toString()
}

async function hash(entry: Entry): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of entry.content()) hasher.update(piece)
  return hasher.digest('hex')
}

/** Writes a file, synced, and gives its checksum. */
async function write(entry: Entry, path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of entry.content()) {
      hasher.update(piece)
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  sync(dirname(path))
  return hasher.digest('hex')
}
