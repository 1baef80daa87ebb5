// Saved reports in SQLite: the questions, not their answers.

import { namesNobodySql } from '../access/people.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'

export const reportTypes = [
  'attribution',
  'breakdown',
  'funnel',
  'goal',
  'journey',
  'performance',
  'retention',
  'revenue',
  'utm',
] as const

export type ReportType = (typeof reportTypes)[number]

export interface Report {
  id: string
  /** Who created it. */
  userId: string
  websiteId: string
  type: ReportType
  name: string
  description: string
  /** JSON text. */
  parameters: string
  createdAt: number
  updatedAt: number
}

const columns = `id, user_id as userId, website_id as websiteId, type, name, description,
  parameters, created_at as createdAt, updated_at as updatedAt`

export const findReport = (db: Entities, id: string): Report | null =>
  db.query<Report, [string]>(`select ${columns} from report where id = ?`).get(id.toLowerCase())

/**
 * Reports of a website that have one of these types, the newest first; where people are hidden, only
 * those that name nobody.
 */
export const listReports = (
  db: Entities,
  websiteId: string,
  { types, hidesPeople }: { types: readonly ReportType[]; hidesPeople: boolean },
  input: ListInput,
): Page<Report> =>
  listPage(
    db,
    {
      columns,
      from: 'report',
      where: `website_id = $websiteId and type in (select value from json_each($types))
        and ${hidesPeople ? namesNobodySql : 'true'}`,
      values: { websiteId, types: JSON.stringify(types) },
      searched: 'search_text',
      orders: { name: 'search_text', type: 'type', createdAt: 'created_at' },
      defaultOrder: 'createdAt',
      isDescending: true,
      id: 'id',
    },
    input,
  )

/** What can be written of a report; parameters are JSON text. */
type ReportFields = Omit<Report, 'userId' | 'createdAt' | 'updatedAt'>

const toParameters = (report: ReportFields) => ({
  id: report.id,
  websiteId: report.websiteId,
  type: report.type,
  name: report.name,
  description: report.description,
  parameters: report.parameters,
  searchText: searchText(report.name, report.description, report.type),
})

export function createReport(
  db: Entities,
  userId: string,
  report: ReportFields,
  now: number,
): void {
  db.query(
    `insert into report (id, user_id, website_id, type, name, description, parameters,
       search_text, created_at, updated_at)
     values ($id, $userId, $websiteId, $type, $name, $description, $parameters, $searchText,
       $now, $now)`,
  ).run({ ...toParameters(report), userId, now })
}

export function updateReport(db: Entities, report: ReportFields, now: number): void {
  db.query(
    `update report set website_id = $websiteId, type = $type, name = $name,
       description = $description, parameters = $parameters, search_text = $searchText,
       updated_at = $now
     where id = $id`,
  ).run({ ...toParameters(report), now })
}

export function removeReport(db: Entities, id: string): void {
  db.query('delete from report where id = ?').run(id)
}
