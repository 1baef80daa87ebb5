import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'

/** A file carried inside the executable, compressed with zstd. */
export interface PackedFile {
  name: string
  /** Path of the compressed bytes. */
  packed: string
  /** Bytes when unpacked. */
  size: number
  /** Of the unpacked bytes, in hexadecimal. */
  sha256: string
}

/**
 * Unpacks `files` into a folder of `dir` that is named after their content, and returns that
 * folder. Files that are there already are checked and left alone; damaged ones are replaced, and
 * what other versions left in `dir` is removed. Rejects with the file system's error.
 */
export async function unpackFiles(files: readonly PackedFile[], dir: string): Promise<string> {
  const names = createHash('sha256')
  for (const file of files) names.update(`${file.name} ${file.sha256}\n`)
  const folder = join(dir, names.digest('hex').slice(0, 16))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const file of files) {
    const path = join(folder, file.name)
    if (!(await isIntact(file, path))) await unpack(file, path)
  }
  await removeOthers(
    folder,
    files.map((file) => file.name),
  )
  await removeOthers(dir, [basename(folder)])
  return folder
}

async function isIntact(file: PackedFile, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() === true && found.size === file.size && hashFile(path) === file.sha256
}

/** One reused buffer: a stream of fresh ones leaves a hundred megabytes of garbage at start. */
function hashFile(path: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 20)
  const descriptor = openSync(path, 'r')
  try {
    for (;;) {
      const length = readSync(descriptor, buffer)
      if (length === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, length))
    }
  } finally {
    closeSync(descriptor)
  }
}

async function unpack(file: PackedFile, path: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      const bytes = createZstdDecompress()
      bytes.end(await Bun.file(file.packed).bytes())
      for await (const chunk of bytes) await handle.appendFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (!(await isIntact(file, temporary))) throw new Error(`${file.name} is damaged`)
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    // Another process that starts at the same moment may have finished first and cleaned up.
    if (!(await isIntact(file, path))) throw cause
  }
}

async function removeOthers(dir: string, kept: string[]): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!kept.includes(name)) await rm(join(dir, name), { recursive: true, force: true })
  }
}
