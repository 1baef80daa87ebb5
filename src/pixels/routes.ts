// /api/pixels: tracking pixels.

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
import { deleteOwnPixel, updateOwnPixel, viewPixel } from './access.ts'
import { pixelAnswer, pixelRow } from './row.ts'
import {
  createPixel,
  findPixel,
  findPixelBySlug,
  listPixels,
  type Pixel,
  removePixel,
  updatePixel,
} from './store.ts'

const { read, remove, write } = operationsWith<TargetServices>()

const pixelName = name(100, 'Name of the pixel.')
const pixelSlug = slug(8, 100, 'Last part of the address of the image, /p/:slug.')

export const pixelOperations = [
  read('/api/pixels', {
    summary: 'The pixels of the caller.',
    access: signedIn,
    query: listing,
    answer: pageAnswer(pixelAnswer),
    run: ({ app, subject, query }) => {
      const found = listPixels(app.entities, subject.id, readListQuery(query))
      return { ...found, data: found.data.map(pixelRow) }
    },
  }),
  write('/api/pixels', {
    summary: 'Create a pixel.',
    access: signedIn,
    body: {
      name: pixelName,
      slug: pixelSlug,
      teamId: t.Optional(nullable(uuid('Team that owns the pixel.'))),
    },
    answer: pixelAnswer,
    run: ({ app, subject, body, now }) => {
      const owner = newOwner(app.entities, subject, body.teamId)
      checkSlug(app, body.slug, null)
      const id = crypto.randomUUID()
      createPixel(app.entities, {
        id,
        name: body.name,
        slug: body.slug,
        ...owner,
        now,
      })
      return readRow(app, id)
    },
  }),
  read('/api/pixels/:pixelId', {
    summary: 'A pixel.',
    access: viewPixel,
    answer: pixelAnswer,
    run: ({ subject }) => pixelRow(subject),
  }),
  write('/api/pixels/:pixelId', {
    summary: 'Change a pixel; what is left out stays as it is.',
    access: updateOwnPixel,
    body: {
      name: t.Optional(pixelName),
      slug: t.Optional(pixelSlug),
    },
    answer: pixelAnswer,
    run: ({ app, subject, body, now }) => {
      if (body.slug !== undefined) checkSlug(app, body.slug, subject.id)
      updatePixel(app.entities, { ...subject, ...body }, now)
      return readRow(app, subject.id)
    },
  }),
  remove('/api/pixels/:pixelId', {
    summary: 'Delete a pixel and all its data, for good.',
    access: deleteOwnPixel,
    answer: okAnswer,
    run: ({ app, subject, now }) => {
      removePixel(app.entities, subject.id, now)
      app.targets.forget(subject.id)
      app.jobs.wake('erase')
      return { ok: true }
    },
  }),
]

const readRow = (app: EntityServices, id: string) => pixelRow(findPixel(app.entities, id) as Pixel)

function checkSlug(app: EntityServices, wanted: string, ownId: string | null): void {
  const taken = findPixelBySlug(app.entities, wanted)
  if (taken && taken.id !== ownId) throw badRequest('That slug is already taken.')
}
