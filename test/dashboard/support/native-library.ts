// The engine's library, which an executable unpacks into each new data folder: it takes most of a
// second, and each file of tests has a folder of its own. So one unpacked library is linked into all.

import { existsSync } from 'node:fs'
import { cp, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders named after their content, as in a data folder. The executable checks what it finds. */
const kept = join(tmpdir(), `footfall-test-native-${process.getuid?.() ?? 0}`)

/** Gives a new data folder what earlier servers have unpacked. */
export async function lendLibrary(dataDir: string): Promise<void> {
  if (existsSync(kept)) await linkFolder(kept, join(dataDir, 'native'))
}

/** Keeps what a server has unpacked into its data folder. */
export async function keepLibrary(dataDir: string): Promise<void> {
  for (const name of await readdir(join(dataDir, 'native'))) {
    const place = join(kept, name)
    if (existsSync(place)) continue
    // Under another name first, below another folder: a library is there as a whole or not at all.
    const half = `${kept}-${process.pid}`
    await linkFolder(join(dataDir, 'native', name), half)
    await mkdir(kept, { recursive: true, mode: 0o700 })
    // Another process of tests may have been faster.
    await rename(half, place).catch(() => rm(half, { recursive: true, force: true }))
  }
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    // Between file systems there are no links.
    else await link(source, target).catch(() => cp(source, target))
  }
}
