import type { PackedFile } from './unpack.ts'

/**
 * DuckDB's native files as the executable carries them, `duckdb.node` first; `null` when running
 * from source. build.ts puts the real list in place of this module.
 */
export const embeddedLibrary: PackedFile[] | null = null
