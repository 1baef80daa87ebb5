// Forward-only migrations: embedded SQL files, applied in order, each in a transaction, recorded by name.

/** One embedded file of `migrations/`, named without its folder and ending. */
export interface Migration {
  name: string
  sql: string
}

/** The data folder was written by a newer footfall; nothing was changed. */
export class NewerDataError extends Error {
  constructor(unknown: string) {
    super(
      `The data folder was written by a newer footfall (it has "${unknown}", which this version does ` +
        'not know). Start that newer version, or restore a backup made before the upgrade.',
    )
  }
}

/** The migrations not yet applied, in order. Throws NewerDataError when one applied is not known. */
export function pendingMigrations(known: readonly Migration[], applied: string[]): Migration[] {
  const names = new Set(known.map((migration) => migration.name))
  const unknown = applied.find((name) => !names.has(name))
  if (unknown !== undefined) throw new NewerDataError(unknown)
  return known.filter((migration) => !applied.includes(migration.name))
}
