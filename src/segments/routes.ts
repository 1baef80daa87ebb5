// /api/websites/:websiteId/segments: segments and cohorts of a website.

import { Type as t } from '@sinclair/typebox'
import { admitsWebsite } from '../access/api-key.ts'
import { isPersonHidden, isShownTo } from '../access/people.ts'
import { may } from '../access/permissions.ts'
import type { Access, AccessRequest } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { notFound, unauthorized } from '../errors.ts'
import { idAnswer, instantAnswer, instantText, okAnswer, pageAnswer } from '../http/answers.ts'
import { read, remove, write } from '../http/endpoint.ts'
import { listing, name } from '../http/input/fields.ts'
import { deleteOwnWebsite, updateOwnWebsite, viewWebsite } from '../websites/access.ts'
import type { Website } from '../websites/store.ts'
import { checkParameters, segmentParameters } from './parameters.ts'
import {
  createSegment,
  findSegment,
  listSegments,
  removeSegment,
  type Segment,
  updateSegment,
} from './store.ts'

const type = t.Union([t.Literal('segment'), t.Literal('cohort')])
const body = {
  type,
  name: name(200, 'Name of the segment.'),
  parameters: segmentParameters,
}

const segmentAnswer = t.Object({
  id: idAnswer,
  websiteId: idAnswer,
  type,
  name: t.String(),
  parameters: segmentParameters,
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
})

const segmentRow = (segment: Segment) => ({
  ...segment,
  parameters: JSON.parse(segment.parameters) as Record<string, unknown>,
  createdAt: instantText(segment.createdAt),
  updatedAt: instantText(segment.updatedAt),
})

/** Visitors of a share page choose among segments only where they may filter at all. */
const viewSegments: Access<Website> = {
  ...viewWebsite,
  find: (request) => {
    const website = viewWebsite.find(request)
    const { user, share } = request.caller
    const isOwn = user !== null && may(request.app.entities, user, 'view', website)
    if (!isOwn && !share?.allowsFilters) throw unauthorized()
    return website
  },
}

/** A segment of the path, for those who may do something to its website. */
const segmentFor = (rule: Access<Website>): Access<Segment> => ({
  ...rule,
  admitsKey: admitsWebsite,
  find: (request: AccessRequest) => {
    const website = rule.find(request)
    const segment = findSegment(request.app.entities, website.id, request.params.segmentId ?? '')
    if (!segment) throw notFound()
    if (!isShownTo(request, website, segment)) throw unauthorized()
    return segment
  },
})

export const segmentOperations = [
  read('/api/websites/:websiteId/segments', {
    summary: 'The segments or the cohorts of a website.',
    access: viewSegments,
    query: { type, ...listing },
    answer: pageAnswer(segmentAnswer),
    run: ({ app, caller, subject, query }) => {
      const kept = { type: query.type, hidesPeople: isPersonHidden({ app, caller }, subject) }
      const found = listSegments(app.entities, subject.id, kept, readListQuery(query))
      return { ...found, data: found.data.map(segmentRow) }
    },
  }),
  write('/api/websites/:websiteId/segments', {
    summary: 'Create a segment or cohort.',
    access: updateOwnWebsite,
    body,
    answer: segmentAnswer,
    run: ({ app, subject, body: given, now }) => {
      checkParameters(given.type, given.parameters)
      const id = crypto.randomUUID()
      const segment = { ...given, id, parameters: JSON.stringify(given.parameters) }
      createSegment(app.entities, subject.id, segment, now)
      return readRow(app.entities, subject.id, id)
    },
  }),
  read('/api/websites/:websiteId/segments/:segmentId', {
    summary: 'A segment or cohort.',
    access: segmentFor(viewSegments),
    answer: segmentAnswer,
    run: ({ subject }) => segmentRow(subject),
  }),
  write('/api/websites/:websiteId/segments/:segmentId', {
    summary: 'Replace a segment or cohort.',
    access: segmentFor(updateOwnWebsite),
    body,
    answer: segmentAnswer,
    run: ({ app, subject, body: given, now }) => {
      checkParameters(given.type, given.parameters)
      const segment = { ...given, id: subject.id, parameters: JSON.stringify(given.parameters) }
      updateSegment(app.entities, segment, now)
      return readRow(app.entities, subject.websiteId, subject.id)
    },
  }),
  remove('/api/websites/:websiteId/segments/:segmentId', {
    summary: 'Delete a segment or cohort.',
    access: segmentFor(deleteOwnWebsite),
    answer: okAnswer,
    run: ({ app, subject }) => {
      removeSegment(app.entities, subject.id)
      return { ok: true }
    },
  }),
]

const readRow = (db: Entities, websiteId: string, id: string) =>
  segmentRow(findSegment(db, websiteId, id) as Segment)
