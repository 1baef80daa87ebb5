// /api/links and /api/pixels: the operations that both kinds of targets with a slug have.

import { type TObject, type TProperties, Type as t } from '@sinclair/typebox'
import { accessTo, idInPath } from '../access/owned.ts'
import { newOwner } from '../access/permissions.ts'
import { signedIn } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest } from '../errors.ts'
import {
  deletedAtAnswer,
  idAnswer,
  instantAnswer,
  instantText,
  okAnswer,
  pageAnswer,
} from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { listing, name, nullable, slug, uuid } from '../http/input/fields.ts'
import type { TargetServices } from './services.ts'
import type { Slugged, SluggedFields, SluggedStore } from './slugged-store.ts'
import { isEntityId } from './store.ts'

const { read, remove, write } = operationsWith<TargetServices>()

/** What distinguishes the two kinds. */
interface SluggedKind<Extra> {
  noun: 'link' | 'pixel'
  /** What the slug is for, in the documentation. */
  slugDescription: string
  /** Fields of the body besides name and slug. */
  fields: TProperties
  /** Throws 400 for values of these that the schema cannot judge. */
  check: (fields: Partial<Extra>) => void
  store: SluggedStore<Extra>
}

/** One as answers show it. */
export const toSluggedRow = <Extra>(row: Slugged & Extra) => ({
  ...row,
  createdAt: instantText(row.createdAt),
  updatedAt: instantText(row.updatedAt),
  deletedAt: null,
})

const describeAnswer = (fields: TProperties): TObject =>
  t.Object({
    id: idAnswer,
    name: t.String(),
    ...Object.fromEntries(Object.keys(fields).map((field) => [field, t.String()])),
    slug: t.String(),
    userId: nullable(idAnswer),
    teamId: nullable(idAnswer),
    createdAt: instantAnswer,
    updatedAt: instantAnswer,
    deletedAt: deletedAtAnswer,
  })

/** Access rules whose subject is the link or pixel of the path. */
const declareRules = <Extra>({ noun, store }: Pick<SluggedKind<Extra>, 'noun' | 'store'>) =>
  accessTo(
    { noun, find: store.find, isShared: (grant, { id }) => grant.targets.includes(id) },
    idInPath(`${noun}Id`),
  )

/** What a kind is served by: the shape of its answers, its access rules, and its operations. */
export function serveSlugged<Extra>(kind: SluggedKind<Extra>) {
  const { noun, store } = kind
  const answer = describeAnswer(kind.fields)
  const rules = declareRules(kind)
  const rowName = name(100, `Name of the ${noun}.`)
  const rowSlug = slug(8, 100, kind.slugDescription)
  const { fields } = kind
  const readRow = (db: Entities, id: string) => toSluggedRow(store.find(db, id) as Slugged & Extra)
  const checkSlug = (db: Entities, wanted: string, ownId: string | null): void => {
    const taken = store.findBySlug(db, wanted)
    if (taken && taken.id !== ownId) throw badRequest('That slug is already taken.')
  }
  const operations = [
    read(`/api/${noun}s`, {
      summary: `The ${noun}s of the caller.`,
      access: signedIn,
      query: listing,
      answer: pageAnswer(answer),
      run: ({ app, subject, query }) => {
        const found = store.list(app.entities, subject.id, readListQuery(query))
        return { ...found, data: found.data.map(toSluggedRow) }
      },
    }),
    write(`/api/${noun}s`, {
      summary: `Create a ${noun}.`,
      access: signedIn,
      body: {
        name: rowName,
        ...fields,
        slug: rowSlug,
        teamId: t.Optional(nullable(uuid(`Team that owns the ${noun}.`))),
        id: t.Optional(nullable(uuid('Id to use.'))),
      },
      answer,
      run: ({ app, subject, body, now }) => {
        const owner = newOwner(app.entities, subject, body.teamId)
        const given = body as unknown as Omit<SluggedFields<Extra>, 'id'> & Extra
        kind.check(given)
        checkSlug(app.entities, given.slug, null)
        const id = body.id?.toLowerCase() ?? crypto.randomUUID()
        if (isEntityId(app.entities, id)) throw badRequest('That id is already in use.')
        store.create(app.entities, { ...given, id, ...owner }, now)
        return readRow(app.entities, id)
      },
    }),
    read(`/api/${noun}s/:${noun}Id`, {
      summary: `A ${noun}.`,
      access: rules.view,
      answer,
      run: ({ subject }) => toSluggedRow(subject),
    }),
    write(`/api/${noun}s/:${noun}Id`, {
      summary: `Change a ${noun}; what is left out stays as it is.`,
      access: rules.update,
      body: Object.fromEntries(
        Object.entries({ name: rowName, ...fields, slug: rowSlug }).map(([field, schema]) => [
          field,
          t.Optional(schema),
        ]),
      ),
      answer,
      run: ({ app, subject, body, now }) => {
        const changes = body as Partial<SluggedFields<Extra>>
        kind.check(changes)
        if (changes.slug !== undefined) checkSlug(app.entities, changes.slug, subject.id)
        store.update(app.entities, { ...subject, ...changes }, now)
        return readRow(app.entities, subject.id)
      },
    }),
    remove(`/api/${noun}s/:${noun}Id`, {
      summary: `Delete a ${noun} and all its data, for good.`,
      access: rules.remove,
      answer: okAnswer,
      run: ({ app, subject, now }) => {
        store.remove(app.entities, subject.id, now)
        app.targets.invalidate(subject.id)
        app.jobs.wake('erase')
        return { ok: true }
      },
    }),
  ]
  return { answer, rules, operations }
}
