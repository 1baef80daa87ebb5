// What a backup says about itself, and whether this version can restore it.

import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { pendingMigrations } from '../db/migrate.ts'
import { entityMigrations, eventMigrations } from '../db/migrations.ts'
import { version } from '../version.ts'

/** Rises when an older version could not read what this one writes. */
export const backupFormat = 1

/** Files of the data folder that may be in a backup. */
export const archivedNames = [
  'footfall.db',
  'events.duckdb',
  'events.duckdb.wal',
  'journal/a',
  'journal/b',
  'journal/stored',
  'secret',
  'dead-letter.jsonl',
  'dead-letter.retry.jsonl',
  'refused.jsonl',
] as const

export const manifestName = 'manifest.json'
/** The last file of a backup: SHA-256 of the others by name. */
export const checksumsName = 'checksums.json'

const counts = t.Record(t.String(), t.Integer())

export const manifestSchema = t.Object({
  format: t.Integer(),
  /** The version of footfall. */
  footfall: t.String(),
  /** The version of the event database. */
  engine: t.String(),
  /** The format in which that one stores its file. */
  storage: t.String(),
  /** Names of the migrations that were applied. */
  schema: t.Object({ entities: t.Array(t.String()), events: t.Array(t.String()) }),
  /** The moment, ISO 8601. */
  createdAt: t.String(),
  /** Rows by table. */
  counts: t.Object({ entities: counts, events: counts }),
  files: t.Array(t.Object({ name: t.String(), bytes: t.Integer({ minimum: 0 }) })),
})

export type Manifest = Static<typeof manifestSchema>

/** Reads a manifest. Throws a sentence when it is none, or of a newer version than this one. */
export function parseManifest(text: string, engine: string | null): Manifest {
  const manifest = readJson(text)
  const format = (manifest as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > backupFormat)
    throw new NewerBackupError('another format')
  if (!Value.Check(manifestSchema, manifest)) {
    throw new Error('its manifest cannot be read')
  }
  if (isNewer(manifest.footfall, version))
    throw new NewerBackupError(`footfall ${manifest.footfall}`)
  if (engine !== null && isNewer(manifest.engine, engine))
    throw new NewerBackupError(`DuckDB ${manifest.engine}`)
  pendingMigrations(entityMigrations, manifest.schema.entities)
  pendingMigrations(eventMigrations, manifest.schema.events)
  const known: readonly string[] = archivedNames
  const names = manifest.files.map(({ name }) => name)
  if (new Set(names).size < names.length || names.some((name) => !known.includes(name))) {
    throw new Error('its manifest names other files than those of footfall')
  }
  return manifest
}

/** This version cannot read what a later one wrote. */
export class NewerBackupError extends Error {
  constructor(what: string) {
    super(
      `The backup was made by a newer footfall (${what}; this is ${version}). Restore it with that ` +
        'version or a later one. Nothing was changed.',
    )
  }
}

/** Whether one version, such as `1.10.0`, comes after another. */
export function isNewer(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    text.replace(/^v/, '').split(/[.-]/).slice(0, 3).map(Number),
  ) as [number[], number[]]
  for (let index = 0; index < 3; index++) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
