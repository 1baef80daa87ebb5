// A website's main lists as a ZIP of CSV files.

import { Type as t } from '@sinclair/typebox'
import { strToU8, zipSync } from 'fflate'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Scope } from '../query/scope.ts'
import { listMetric, type MetricRow, type MetricType } from './metrics.ts'

export const exportAnswer = t.Object({ zip: t.String({ description: 'A ZIP file, base64.' }) })

const files: Record<string, MetricType> = {
  'events.csv': 'event',
  'pages.csv': 'path',
  'referrers.csv': 'referrer',
  'browsers.csv': 'browser',
  'os.csv': 'os',
  'devices.csv': 'device',
  'countries.csv': 'country',
}
const maxRows = 500

/** One file per list, each with visitors by value, most first. `now` dates the files. */
export async function exportLists(
  events: EventReader,
  scope: Scope,
  now: number,
): Promise<{ zip: string }> {
  const entries: Record<string, Uint8Array> = {}
  // One after another: an export need not be fast, and others are reading too.
  for (const [file, type] of Object.entries(files)) {
    const rows = await listMetric(events, scope, type, { limit: maxRows, offset: 0 })
    entries[file] = strToU8(csv(rows))
  }
  const zip = zipSync(entries, { mtime: now })
  return { zip: Buffer.from(zip).toString('base64') }
}

const csv = (rows: readonly MetricRow[]): string =>
  ['x,y', ...rows.map(({ x, y }) => `${cell(x)},${y}`)].map((line) => `${line}\r\n`).join('')

/** Spreadsheets run text that begins like a formula; an apostrophe in front makes it text. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
