// /api/share: share pages by id; the public one by slug is in public.ts.

import { type TSchema, Type as t } from '@sinclair/typebox'
import type { Access, EntityServices } from '../access/rule.ts'
import {
  createShare,
  findShare,
  findShareBySlug,
  listShares,
  type NewShare,
  removeShare,
  type Share,
  type ShareType,
  updateShare,
} from '../access/share-store.ts'
import { updateOwnBoard, viewBoardAsUser } from '../boards/access.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest, invalidField } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { type Operation, read, remove, write } from '../http/endpoint.ts'
import { freeObject, name, paging, slug, slugPattern, uuid } from '../http/input/fields.ts'
import { randomText } from '../lib/random-text.ts'
import { linkRules } from '../links/links.ts'
import { pixelRules } from '../pixels/pixels.ts'
import { updateOwnWebsite, viewWebsiteAsUser } from '../websites/access.ts'
import { deleteSharedThing, shareEntity, updateSharedThing, viewShare } from './access.ts'
import { shareAnswer, shareRow } from './row.ts'

const shareName = name(200, 'Name of the share page.')
const parameters = freeObject(
  'Sections that are open, such as { "overview": true }; without any section all are open.',
)
const types = [1, 2, 3, 4].flatMap((type): TSchema[] => [t.Literal(type), t.Literal(String(type))])

/** The share pages of one kind of thing: list and create. */
const listSharesFor = (
  path: string,
  shareType: ShareType,
  noun: string,
  view: Access<{ id: string }>,
  update: Access<{ id: string }>,
): Operation<EntityServices>[] => [
  read(path, {
    summary: `Share pages of a ${noun}.`,
    access: view,
    query: paging,
    answer: pageAnswer(shareAnswer),
    run: ({ app, subject, query }) => {
      const found = listShares(app.entities, subject.id, readListQuery(query))
      return { ...found, data: found.data.map(shareRow) }
    },
  }),
  write(path, {
    summary: `Create a share page of a ${noun}, with a slug that nobody can guess.`,
    access: update,
    body: { name: shareName, parameters: t.Optional(parameters) },
    answer: shareAnswer,
    run: ({ app, subject, body, now }) =>
      createAndRead(app.entities, {
        entityId: subject.id,
        shareType,
        name: body.name,
        slug: randomText(16),
        parameters: body.parameters ?? {},
        now,
      }),
  }),
]

export const shareOperations = [
  ...listSharesFor(
    '/api/websites/:websiteId/shares',
    1,
    'website',
    viewWebsiteAsUser,
    updateOwnWebsite,
  ),
  ...listSharesFor('/api/links/:linkId/shares', 2, 'link', linkRules.viewAsUser, linkRules.update),
  ...listSharesFor(
    '/api/pixels/:pixelId/shares',
    3,
    'pixel',
    pixelRules.viewAsUser,
    pixelRules.update,
  ),
  ...listSharesFor('/api/boards/:boardId/shares', 4, 'board', viewBoardAsUser, updateOwnBoard),
  write('/api/share', {
    summary: 'Create a share page.',
    access: shareEntity,
    body: {
      entityId: uuid('The website, link, pixel or board to share.'),
      shareType: t.Union(types, { description: '1 website, 2 link, 3 pixel, 4 board.' }),
      name: shareName,
      slug: t.Optional(
        t.String({
          maxLength: 100,
          pattern: `^$|${slugPattern}`,
          error: 'Invalid slug: expected at most 100 of the characters A-Z a-z 0-9 . _ ~ -',
          description: 'Address of the page; without one it is random.',
        }),
      ),
      parameters,
    },
    answer: shareAnswer,
    run: ({ app, subject, body, now }) => {
      if (Number(body.shareType) !== subject.shareType) {
        throw invalidField('shareType', `Invalid option: expected ${subject.shareType}`)
      }
      return createAndRead(app.entities, {
        entityId: subject.id,
        shareType: subject.shareType,
        name: body.name,
        slug: body.slug || randomText(16),
        parameters: body.parameters,
        now,
      })
    },
  }),
  read('/api/share/id/:shareId', {
    summary: 'A share page.',
    access: viewShare,
    answer: shareAnswer,
    run: ({ subject }) => shareRow(subject),
  }),
  write('/api/share/id/:shareId', {
    summary: 'Change a share page. A new slug ends the tokens of the old one.',
    access: updateSharedThing,
    body: { name: shareName, slug: slug(1, 100, 'Address of the page.'), parameters },
    answer: shareAnswer,
    run: ({ app, subject, body, now }) => {
      const taken = findShareBySlug(app.entities, body.slug)
      if (taken && taken.id !== subject.id) throw badRequest('That slug is already taken.')
      updateShare(app.entities, { id: subject.id, ...body }, now)
      return readRow(app.entities, subject.id)
    },
  }),
  remove('/api/share/id/:shareId', {
    summary: 'Delete a share page; its tokens end at once.',
    access: deleteSharedThing,
    answer: okAnswer,
    run: ({ app, subject }) => {
      removeShare(app.entities, subject.id)
      return { ok: true }
    },
  }),
]

function createAndRead(db: Entities, share: Omit<NewShare, 'id'>) {
  if (findShareBySlug(db, share.slug)) throw badRequest('That slug is already taken.')
  const id = crypto.randomUUID()
  createShare(db, { id, ...share })
  return readRow(db, id)
}

const readRow = (db: Entities, id: string) => shareRow(findShare(db, id) as Share)
