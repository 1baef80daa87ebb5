// The one place that loads DuckDB; everyone else imports its types.

import { resolve } from 'node:path'
import { embeddedLibrary } from './embedded-library.ts'
import { type PackedFile, unpackFiles } from './unpack.ts'

export type Duckdb = typeof import('@duckdb/node-api')

/**
 * Where the executable's replacement of `@duckdb/node-bindings` finds the loaded binding (build.ts
 * writes the reading side).
 */
const bindingSlot = Symbol.for('footfall.duckdb')

/**
 * Loads DuckDB. From source that is the installed package; the executable first unpacks its native
 * files into `nativeDir` and loads them from there. Throws an Error of one sentence, naming the
 * folder and DATA_DIR, when they cannot be unpacked or loaded.
 */
export async function loadDuckdb(nativeDir: string): Promise<Duckdb> {
  if (embeddedLibrary && !Reflect.has(globalThis, bindingSlot)) {
    Reflect.set(globalThis, bindingSlot, await loadEmbedded(embeddedLibrary, nativeDir))
  }
  return import('@duckdb/node-api')
}

/** DuckDB's functions as they are, below its client; only after `loadDuckdb`. */
export const loadBindings = async (): Promise<typeof import('@duckdb/node-bindings')> =>
  (await import('@duckdb/node-bindings')).default

async function loadEmbedded(library: readonly PackedFile[], nativeDir: string): Promise<unknown> {
  const folder = await unpackFiles(library, nativeDir).catch((cause: Error) => {
    const megabytes = Math.ceil(library.reduce((sum, file) => sum + file.size, 0) / 1e6)
    throw new Error(
      `Cannot unpack the event database's library into ${nativeDir} (${cause.message}); ` +
        `DATA_DIR must name a folder that can be written and has ${megabytes} MB free.`,
      { cause },
    )
  })
  const binding = { exports: {} as unknown }
  try {
    process.dlopen(binding, resolve(folder, 'duckdb.node'))
  } catch (cause) {
    throw new Error(
      `Cannot load the event database's library from ${folder} (${(cause as Error).message}); ` +
        'DATA_DIR must name a folder on a disk that is not mounted noexec.',
      { cause },
    )
  }
  return binding.exports
}
