// The embedded files of `migrations/`: those that are there when footfall is built.

import type { Migration } from './migrate.ts'
import { readMigrations } from './read-migrations.ts' with { type: 'macro' }

export const entityMigrations: readonly Migration[] = readMigrations('entities')
export const eventMigrations: readonly Migration[] = readMigrations('events')
