// /api/websites/:websiteId/funnels and /goals: saved reports of one type as things of their own. The
// store is that of /api/reports, so that both see the same.

import { Type as t } from '@sinclair/typebox'
import { isPersonHidden, isShownTo, withAuthor } from '../../access/people.ts'
import type { Owned } from '../../access/permissions.ts'
import { type Access, type AccessRequest, requireUser } from '../../access/rule.ts'
import { readListQuery } from '../../db/page.ts'
import type { Entities } from '../../db/sqlite/entities.ts'
import { notFound, unauthorized } from '../../errors.ts'
import { okAnswer, pageAnswer } from '../../http/answers.ts'
import { type Operation, operationsWith } from '../../http/endpoint.ts'
import { listing, name, nullable } from '../../http/input/fields.ts'
import { reportAnswer, reportRow } from '../../saved-reports/row.ts'
import {
  createReport,
  findReport,
  listReports,
  type Report,
  removeReport,
  updateReport,
} from '../../saved-reports/store.ts'
import { viewTarget } from '../../targets/access.ts'
import { deleteOwnWebsite, updateOwnWebsite } from '../../websites/access.ts'
import type { StatsServices } from '../input/services.ts'
import { scopeFields } from '../input/statistic.ts'
import { type SavedKind, savedKinds } from './kinds.ts'
import { countAllSaved, countGiven, countSaved, withoutNames } from './saved-stats.ts'

const { read, remove, write } = operationsWith<StatsServices>()

const { compare: _, ...countedFields } = scopeFields
const listNames = Object.keys(listing)

/** Each takes statements of its own, and a visitor of a share page may ask for them. */
const mostCounted = 20

const countedPage = {
  pageSize: t.Optional(
    t.Integer({
      minimum: 1,
      default: mostCounted,
      description: `Rows per page; a larger number counts as ${mostCounted}.`,
    }),
  ),
}

/** `ok` is what clients expect, the row what they need next. */
const savedAnswer = t.Object({ ok: t.Literal(true), ...reportAnswer.properties })

interface Saved<Owner> {
  owner: Owner
  report: Report
}

/** A saved one of the path, for those who may do something to its website. */
const savedFor = <Owner extends Owned & { id: string }, Services extends StatsServices>(
  kind: SavedKind,
  rule: Access<Owner, Services>,
): Access<Saved<Owner>, Services> => ({
  ...rule,
  admitsKey: (key, { owner }) => rule.admitsKey?.(key, owner) ?? false,
  find: (request: AccessRequest<Services>) => {
    const owner = rule.find(request)
    const report = findReport(request.app.entities, request.params[kind.idName] ?? '')
    if (!report || report.websiteId !== owner.id || report.type !== kind.type) throw notFound()
    if (!isShownTo(request, owner, report)) throw unauthorized()
    return { owner, report }
  },
})

interface Listed {
  subject: Owned & { id: string }
  query: Parameters<typeof readListQuery>[0]
}

/** Those of a website that the caller may see. */
const listSaved = (
  kind: SavedKind,
  { app, caller, subject, query }: Pick<AccessRequest<StatsServices>, 'app' | 'caller'> & Listed,
) =>
  listReports(
    app.entities,
    subject.id,
    { types: [kind.type], hidesPeople: isPersonHidden({ app, caller }, subject) },
    readListQuery(query),
  )

const toListPath = ({ plural }: SavedKind) => `/api/websites/:websiteId/${plural}`

/** What is sent of a new one, or to replace one. */
const bodyFields = ({ type, parameters }: SavedKind) => ({
  name: name(200, `Name of the ${type}.`),
  description: t.Optional(t.String({ maxLength: 500, description: 'Description.' })),
  parameters: t.Object(parameters, { description: 'What is counted.' }),
})

function listOperations(kind: SavedKind): Operation<StatsServices>[] {
  const list = toListPath(kind)
  const { type } = kind
  const access = viewTarget(kind.plural)
  return [
    read(list, {
      summary: `The saved ${kind.plural} of a website.`,
      access,
      query: listing,
      answer: pageAnswer(reportAnswer),
      run: (call) => {
        const found = listSaved(kind, call)
        const toRow = (row: Report) => withAuthor(call, call.subject, reportRow(row))
        return { ...found, data: found.data.map(toRow) }
      },
    }),
    write(list, {
      summary: `Save a ${type}.`,
      access: updateOwnWebsite,
      body: bodyFields(kind),
      answer: savedAnswer,
      run: ({ app, caller, subject, body: given, now }) => {
        kind.check(given.parameters)
        const report = {
          id: crypto.randomUUID(),
          websiteId: subject.id,
          type,
          name: given.name,
          description: given.description ?? '',
          parameters: JSON.stringify(given.parameters),
        }
        createReport(app.entities, requireUser(caller).id, report, now)
        return readRow(app.entities, report.id)
      },
    }),
    read(`${list}/stats`, {
      summary: `The numbers of a ${type} that is not saved, or of all saved ones at once.`,
      access,
      query: { ...countedFields, ...listing, ...countedPage, ...kind.queryFields },
      allowsExtraFields: true,
      answer: t.Union([
        kind.answer,
        pageAnswer(t.Object({ ...reportAnswer.properties, stats: nullable(kind.answer) })),
      ]),
      run: async (call) => {
        const query = withoutNames(call.query, listNames)
        const parameters = kind.readQuery(query)
        if (parameters) return countGiven(kind, call.app, call.subject, query, parameters)
        const pageSize = Math.min(call.query.pageSize ?? mostCounted, mostCounted)
        const found = listSaved(kind, { ...call, query: { ...call.query, pageSize } })
        const rows = await countAllSaved(kind, call.app, call.subject, query, found.data)
        return { ...found, data: rows.map((row) => withAuthor(call, call.subject, row)) }
      },
    }),
  ]
}

function singleOperations(kind: SavedKind): Operation<StatsServices>[] {
  const one = `${toListPath(kind)}/:${kind.idName}`
  const { type } = kind
  const access = savedFor(kind, viewTarget(kind.plural))
  return [
    read(one, {
      summary: `A saved ${type}.`,
      access,
      answer: savedAnswer,
      run: ({ app, caller, subject: { owner, report } }) => ({
        ok: true,
        ...withAuthor({ app, caller }, owner, reportRow(report)),
      }),
    }),
    write(one, {
      summary: `Replace a saved ${type}; without a description it keeps its own.`,
      access: savedFor(kind, updateOwnWebsite),
      body: bodyFields(kind),
      answer: savedAnswer,
      run: ({ app, subject: { report }, body: given, now }) => {
        kind.check(given.parameters)
        const changed = {
          ...report,
          name: given.name,
          description: given.description ?? report.description,
          parameters: JSON.stringify(given.parameters),
        }
        updateReport(app.entities, changed, now)
        return readRow(app.entities, report.id)
      },
    }),
    remove(one, {
      summary: `Delete a saved ${type}.`,
      access: savedFor(kind, deleteOwnWebsite),
      answer: okAnswer,
      run: ({ app, subject }) => {
        removeReport(app.entities, subject.report.id)
        return { ok: true }
      },
    }),
    read(`${one}/stats`, {
      summary: `The numbers of a saved ${type}.`,
      access,
      query: countedFields,
      allowsExtraFields: true,
      answer: kind.answer,
      run: ({ app, subject: { owner, report }, query }) =>
        countSaved(kind, app, owner, query, report),
    }),
  ]
}

const readRow = (db: Entities, id: string) => ({
  ok: true,
  ...reportRow(findReport(db, id) as Report),
})

export const savedStatisticOperations = savedKinds.flatMap((kind) => [
  ...listOperations(kind),
  ...singleOperations(kind),
])
