// /api/reports: saved reports.

import { Type as t } from '@sinclair/typebox'
import { checkKeyWebsite } from '../access/api-key.ts'
import type { Caller } from '../access/caller.ts'
import { isPersonHidden, withAuthor } from '../access/people.ts'
import { may } from '../access/permissions.ts'
import { type EntityServices, requireUser, unknownId } from '../access/rule.ts'
import { type Page, type Paging, readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { unauthorized } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { read, remove, write } from '../http/endpoint.ts'
import { freeObject, listing, name, uuid } from '../http/input/fields.ts'
import { updateWebsiteInBody, viewWebsite, viewWebsiteInQuery } from '../websites/access.ts'
import { findWebsite, type Website } from '../websites/store.ts'
import { deleteOwnReport, updateOwnReport, viewReport, visibleTypes } from './access.ts'
import { reportAnswer, reportRow, reportTypeField } from './row.ts'
import {
  createReport,
  findReport,
  listReports,
  type Report,
  type ReportType,
  removeReport,
  updateReport,
} from './store.ts'

const body = {
  websiteId: uuid('Website that the report is about.'),
  type: reportTypeField,
  name: name(200, 'Name of the report.'),
  description: t.Optional(t.String({ maxLength: 500, description: 'Description.' })),
  parameters: freeObject('What the report asks for, kept as it is.'),
}

interface ListCall {
  app: EntityServices
  caller: Caller
  subject: Website
  query: { type?: ReportType } & Partial<Paging>
}

const listOfWebsite = ({ app, caller, subject, query }: ListCall) => {
  const visible = visibleTypes({ app, caller }, subject.id)
  const types = visible.filter((one) => query.type === undefined || one === query.type)
  if (types.length === 0) throw unauthorized()
  const kept = { types, hidesPeople: isPersonHidden({ app, caller }, subject) }
  const found: Page<Report> = listReports(app.entities, subject.id, kept, readListQuery(query))
  const toRow = (row: Report) => withAuthor({ app, caller }, subject, reportRow(row))
  return { ...found, data: found.data.map(toRow) }
}

export const reportOperations = [
  read('/api/reports', {
    summary: 'The saved reports of a website.',
    access: viewWebsiteInQuery,
    query: { websiteId: uuid('The website.'), type: t.Optional(reportTypeField), ...listing },
    answer: pageAnswer(reportAnswer),
    run: listOfWebsite,
  }),
  read('/api/websites/:websiteId/reports', {
    summary: 'The saved reports of a website.',
    access: viewWebsite,
    query: { type: t.Optional(reportTypeField), ...listing },
    answer: pageAnswer(reportAnswer),
    run: listOfWebsite,
  }),
  write('/api/reports', {
    summary: 'Save a report.',
    access: updateWebsiteInBody,
    body,
    answer: reportAnswer,
    run: ({ app, caller, subject, body: given, now }) => {
      const report = {
        id: crypto.randomUUID(),
        websiteId: subject.id,
        type: given.type,
        name: given.name,
        description: given.description ?? '',
        parameters: JSON.stringify(given.parameters),
      }
      createReport(app.entities, requireUser(caller).id, report, now)
      return readRow(app.entities, report.id)
    },
  }),
  read('/api/reports/:reportId', {
    summary: 'A saved report.',
    access: viewReport,
    answer: reportAnswer,
    run: ({ app, caller, subject }) => {
      const website = findWebsite(app.entities, subject.websiteId) as Website
      return withAuthor({ app, caller }, website, reportRow(subject))
    },
  }),
  write('/api/reports/:reportId', {
    summary: 'Replace a saved report; without a description it keeps its own.',
    access: updateOwnReport,
    body,
    answer: reportAnswer,
    run: ({ app, caller, subject, body: given, now }) => {
      const report = {
        id: subject.id,
        websiteId: readOwnWebsite(app.entities, caller, given.websiteId).id,
        type: given.type,
        name: given.name,
        description: given.description ?? subject.description,
        parameters: JSON.stringify(given.parameters),
      }
      updateReport(app.entities, report, now)
      return readRow(app.entities, subject.id)
    },
  }),
  remove('/api/reports/:reportId', {
    summary: 'Delete a saved report.',
    access: deleteOwnReport,
    answer: okAnswer,
    run: ({ app, subject }) => {
      removeReport(app.entities, subject.id)
      return { ok: true }
    },
  }),
]

/** Moving a report to another website takes the right to change that one too. */
function readOwnWebsite(db: Entities, caller: Caller, id: string): Website {
  const user = requireUser(caller)
  const website = findWebsite(db, id)
  if (!website) throw unknownId({ user })
  if (!may(db, user, 'update', website)) throw unauthorized()
  checkKeyWebsite(caller.key, website.id)
  return website
}

const readRow = (db: Entities, id: string) => reportRow(findReport(db, id) as Report)
