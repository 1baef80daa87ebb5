// /api/websites/:websiteId/annotations: notes on what happened when.

import { Type as t } from '@sinclair/typebox'
import { admitsWebsite } from '../access/api-key.ts'
import { withAuthor } from '../access/people.ts'
import { may } from '../access/permissions.ts'
import { type Access, type AccessRequest, requireUser } from '../access/rule.ts'
import { opens } from '../access/share-grant.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest, invalidField, notFound, unauthorized } from '../errors.ts'
import { idAnswer, instantAnswer, instantText, okAnswer, pageAnswer } from '../http/answers.ts'
import { read, remove, write } from '../http/endpoint.ts'
import { instant, listing, name, nullable } from '../http/input/fields.ts'
import { firstInstant, isRealDay, lastInstant, parseInstant } from '../time/date-text.ts'
import { openZone } from '../time/zone.ts'
import { deleteOwnWebsite, updateOwnWebsite, viewWebsite } from '../websites/access.ts'
import { findWebsite, type Website } from '../websites/store.ts'
import {
  type Annotation,
  createAnnotation,
  findAnnotation,
  listAnnotations,
  removeAnnotation,
  updateAnnotation,
} from './store.ts'

const body = {
  date: t.String({
    minLength: 1,
    maxLength: 100,
    description: 'When it happened: a date, in UTC unless it names an offset.',
  }),
  allDay: t.Optional(t.Boolean({ description: 'It is about the whole day of `date` in UTC.' })),
  note: name(500, 'What happened.'),
}

const annotationAnswer = t.Object({
  id: idAnswer,
  userId: nullable(idAnswer),
  websiteId: idAnswer,
  date: instantAnswer,
  allDay: t.Boolean(),
  note: t.String(),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
})

const annotationRow = ({ at, allDay, createdAt, updatedAt, ...rest }: Annotation) => ({
  ...rest,
  date: instantText(at),
  allDay: allDay === 1,
  createdAt: instantText(createdAt),
  updatedAt: instantText(updatedAt),
})

/** Visitors of a share page read them where it shows any statistics at all. */
const viewAnnotations: Access<Website> = {
  ...viewWebsite,
  find: (request) => {
    const website = viewWebsite.find(request)
    const { user, share } = request.caller
    const isOwn = user !== null && may(request.app.entities, user, 'view', website)
    if (!isOwn && !(share && opens(share, null))) throw unauthorized()
    return website
  },
}

/** An annotation of the path, for those who may do something to its website. */
const annotationFor = (rule: Access<Website>): Access<Annotation> => ({
  ...rule,
  admitsKey: admitsWebsite,
  find: (request: AccessRequest) => {
    const website = rule.find(request)
    const id = request.params.annotationId ?? ''
    const annotation = findAnnotation(request.app.entities, website.id, id)
    if (!annotation) throw notFound()
    return annotation
  },
})

export const annotationOperations = [
  read('/api/websites/:websiteId/annotations', {
    summary: 'The annotations of a website.',
    access: viewAnnotations,
    query: {
      startAt: instant('Leaves out what was before, epoch milliseconds.'),
      endAt: instant('Leaves out what was after, epoch milliseconds.'),
      ...listing,
    },
    answer: pageAnswer(annotationAnswer),
    run: ({ app, caller, subject, query }) => {
      const range = { startAt: query.startAt ?? firstInstant, endAt: query.endAt ?? lastInstant }
      if (range.endAt < range.startAt) throw badRequest('The range ends before it starts.')
      const found = listAnnotations(app.entities, subject.id, range, readListQuery(query))
      const toRow = (row: Annotation) => withAuthor({ app, caller }, subject, annotationRow(row))
      return { ...found, data: found.data.map(toRow) }
    },
  }),
  write('/api/websites/:websiteId/annotations', {
    summary: 'Annotate a website.',
    access: updateOwnWebsite,
    body,
    answer: annotationAnswer,
    run: ({ app, caller, subject, body: given, now }) => {
      const id = crypto.randomUUID()
      const annotation = {
        id,
        at: readDate(given.date),
        allDay: toFlag(given.allDay ?? false),
        note: given.note,
      }
      const owner = { websiteId: subject.id, userId: requireUser(caller).id }
      createAnnotation(app.entities, owner, annotation, now)
      return readRow(app.entities, subject.id, id)
    },
  }),
  read('/api/websites/:websiteId/annotations/:annotationId', {
    summary: 'An annotation.',
    access: annotationFor(viewAnnotations),
    answer: annotationAnswer,
    run: ({ app, caller, subject }) => {
      const website = findWebsite(app.entities, subject.websiteId) as Website
      return withAuthor({ app, caller }, website, annotationRow(subject))
    },
  }),
  write('/api/websites/:websiteId/annotations/:annotationId', {
    summary: 'Replace an annotation; without allDay it keeps its own.',
    access: annotationFor(updateOwnWebsite),
    body,
    answer: annotationAnswer,
    run: ({ app, subject, body: given, now }) => {
      const annotation = {
        id: subject.id,
        at: readDate(given.date),
        allDay: given.allDay === undefined ? subject.allDay : toFlag(given.allDay),
        note: given.note,
      }
      updateAnnotation(app.entities, annotation, now)
      return readRow(app.entities, subject.websiteId, subject.id)
    },
  }),
  remove('/api/websites/:websiteId/annotations/:annotationId', {
    summary: 'Delete an annotation.',
    access: annotationFor(deleteOwnWebsite),
    answer: okAnswer,
    run: ({ app, subject }) => {
      removeAnnotation(app.entities, subject.id)
      return { ok: true }
    },
  }),
]

const toFlag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)

const utc = openZone('UTC')

function readDate(text: string): number {
  const at = parseInstant(text, utc)
  if (at === null || !isRealDay(text)) throw invalidField('date', 'Invalid date')
  return at
}

const readRow = (db: Entities, websiteId: string, id: string) =>
  annotationRow(findAnnotation(db, websiteId, id) as Annotation)
