// /api/links: short links.

import { Type as t } from '@sinclair/typebox'
import { newOwner } from '../access/permissions.ts'
import type { EntityServices } from '../access/rule.ts'
import { signedIn } from '../access/rule.ts'
import { readListQuery } from '../db/sqlite/page.ts'
import { badRequest } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { listing, name, nullable, slug, uuid } from '../http/input/fields.ts'
import type { TargetServices } from '../targets/services.ts'
import { deleteOwnLink, updateOwnLink, viewLink } from './access.ts'
import { checkDestination } from './destination.ts'
import { linkAnswer, linkRow } from './row.ts'
import {
  createLink,
  findLink,
  findLinkBySlug,
  type Link,
  listLinks,
  removeLink,
  updateLink,
} from './store.ts'

const { read, remove, write } = operationsWith<TargetServices>()

const linkName = name(100, 'Name of the link.')
const url = name(500, 'Destination: an absolute http or https address.')
const linkSlug = slug(8, 100, 'Last part of the short address, /q/:slug.')

export const linkOperations = [
  read('/api/links', {
    summary: 'The links of the caller.',
    access: signedIn,
    query: listing,
    answer: pageAnswer(linkAnswer),
    run: ({ app, subject, query }) => {
      const found = listLinks(app.entities, subject.id, readListQuery(query))
      return { ...found, data: found.data.map(linkRow) }
    },
  }),
  write('/api/links', {
    summary: 'Create a link.',
    access: signedIn,
    body: {
      name: linkName,
      url,
      slug: linkSlug,
      teamId: t.Optional(nullable(uuid('Team that owns the link.'))),
    },
    answer: linkAnswer,
    run: ({ app, subject, body, now }) => {
      const owner = newOwner(app.entities, subject, body.teamId)
      checkDestination(body.url)
      checkSlug(app, body.slug, null)
      const id = crypto.randomUUID()
      createLink(app.entities, {
        id,
        name: body.name,
        url: body.url,
        slug: body.slug,
        ...owner,
        now,
      })
      return readRow(app, id)
    },
  }),
  read('/api/links/:linkId', {
    summary: 'A link.',
    access: viewLink,
    answer: linkAnswer,
    run: ({ subject }) => linkRow(subject),
  }),
  write('/api/links/:linkId', {
    summary: 'Change a link; what is left out stays as it is.',
    access: updateOwnLink,
    body: {
      name: t.Optional(linkName),
      url: t.Optional(url),
      slug: t.Optional(linkSlug),
    },
    answer: linkAnswer,
    run: ({ app, subject, body, now }) => {
      if (body.url !== undefined) checkDestination(body.url)
      if (body.slug !== undefined) checkSlug(app, body.slug, subject.id)
      updateLink(app.entities, { ...subject, ...body }, now)
      return readRow(app, subject.id)
    },
  }),
  remove('/api/links/:linkId', {
    summary: 'Delete a link and all its data, for good.',
    access: deleteOwnLink,
    answer: okAnswer,
    run: ({ app, subject, now }) => {
      removeLink(app.entities, subject.id, now)
      app.targets.forget(subject.id)
      app.jobs.wake('erase')
      return { ok: true }
    },
  }),
]

const readRow = (app: EntityServices, id: string) => linkRow(findLink(app.entities, id) as Link)

function checkSlug(app: EntityServices, wanted: string, ownId: string | null): void {
  const taken = findLinkBySlug(app.entities, wanted)
  if (taken && taken.id !== ownId) throw badRequest('That slug is already taken.')
}
