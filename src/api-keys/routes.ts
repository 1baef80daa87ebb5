// /api/me/api-keys: the caller's own keys for programs.

import { Type as t } from '@sinclair/typebox'
import { keyPrefix, keyScopes } from '../access/api-key.ts'
import { may } from '../access/permissions.ts'
import { type Access, requireUser, signedIn, unknownId } from '../access/rule.ts'
import type { User } from '../access/user.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest, invalidField } from '../errors.ts'
import { idAnswer, instantAnswer, instantText, okAnswer } from '../http/answers.ts'
import { read, remove, write } from '../http/endpoint.ts'
import { name, nullable, uuid } from '../http/input/fields.ts'
import { randomText } from '../lib/random-text.ts'
import { isRealDay } from '../time/date-text.ts'
import { findWebsite } from '../websites/store.ts'
import { createKey, findKey, listKeys, removeKey, type StoredKey } from './store.ts'

/** So that a program which makes keys in a loop is noticed. */
const maxKeys = 100
/** Of the 32 random characters as many as a person recognizes, and far too few to guess the rest. */
const shownCharacters = 4

const scope = t.Union(
  keyScopes.map((word) => t.Literal(word)),
  { description: 'What the key may do: all that its user may, or only read.' },
)

const keyAnswer = t.Object({
  id: idAnswer,
  name: t.String(),
  keyPrefix: t.String({ description: 'The beginning of the key.' }),
  scope,
  websiteIds: nullable(t.Array(idAnswer, { description: 'Websites that the key is bound to.' })),
  expiresAt: nullable(instantAnswer),
  createdAt: instantAnswer,
  lastUsedAt: nullable(instantAnswer),
})

const keyRow = (key: StoredKey) => ({
  id: key.id,
  name: key.name,
  keyPrefix: key.keyPrefix,
  scope: key.scope,
  websiteIds: key.websiteIds,
  expiresAt: key.expiresAt === null ? null : instantText(key.expiresAt),
  createdAt: instantText(key.createdAt),
  lastUsedAt: key.lastUsedAt === null ? null : instantText(key.lastUsedAt),
})

/** A key of the caller's; one of another user is like none. */
const ownKey: Access<StoredKey> = {
  permission: 'own API key',
  audience: 'user',
  find: ({ app, caller, params }) => {
    const key = findKey(app.entities, requireUser(caller).id, params.keyId ?? '')
    if (!key) throw unknownId(caller, { notFound: 'API key not found.' })
    return key
  },
}

export const apiKeyOperations = [
  read('/api/me/api-keys', {
    summary: 'The API keys of the caller, the newest first.',
    access: signedIn,
    answer: t.Array(keyAnswer),
    run: ({ app, subject }) => listKeys(app.entities, subject.id).map(keyRow),
  }),
  write('/api/me/api-keys', {
    summary:
      'Create an API key, which programs send as a bearer token. It may do what its user may, but ' +
      'for passwords, log-ins, API keys, users and administration.',
    access: signedIn,
    body: {
      name: name(255, 'Name of the key.'),
      scope: t.Optional(scope),
      websiteIds: t.Optional(
        nullable(
          t.Array(uuid('A website.'), {
            minItems: 1,
            maxItems: 100,
            description: 'Websites that the key is bound to; without any it opens all.',
          }),
        ),
      ),
      expiresAt: t.Optional(
        nullable(
          t.String({
            pattern:
              '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
            error: 'Invalid instant: expected ISO 8601 with an offset',
            description: 'Instant from which on the key opens nothing; without one it never ends.',
          }),
        ),
      ),
    },
    answer: t.Object({
      ...keyAnswer.properties,
      key: t.String({ description: 'The key; it is never answered again.' }),
    }),
    run: ({ app, subject, body, now }) => {
      const { entities: db } = app
      if (listKeys(db, subject.id).length >= maxKeys) {
        throw badRequest('You have 100 API keys; revoke one first.')
      }
      const text = keyPrefix + randomText(32)
      const id = crypto.randomUUID()
      createKey(db, {
        id,
        userId: subject.id,
        name: body.name,
        text,
        keyPrefix: text.slice(0, keyPrefix.length + shownCharacters),
        scope: body.scope ?? 'full',
        websiteIds: readWebsites(db, subject, body.websiteIds ?? null),
        expiresAt: readExpiry(body.expiresAt ?? null, now),
        now,
      })
      return { ...keyRow(findKey(db, subject.id, id) as StoredKey), key: text }
    },
  }),
  remove('/api/me/api-keys/:keyId', {
    summary: 'Revoke an API key; it opens nothing from now on.',
    access: ownKey,
    answer: okAnswer,
    run: ({ app, subject }) => {
      removeKey(app.entities, subject.id)
      return { ok: true }
    },
  }),
]

/** The ids, each once. Throws 400 for one of a website that the user does not see. */
function readWebsites(db: Entities, user: User, ids: readonly string[] | null): string[] | null {
  if (!ids) return null
  for (const id of ids) {
    const website = findWebsite(db, id)
    if (!website || !may(db, user, 'view', website)) {
      throw invalidField('websiteIds', `There is no website ${id} that you may see.`)
    }
  }
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

function readExpiry(text: string | null, now: number): number | null {
  if (text === null) return null
  const at = Date.parse(text)
  if (Number.isNaN(at) || !isRealDay(text))
    throw invalidField('expiresAt', 'Invalid instant: there is no such day')
  if (at <= now) throw invalidField('expiresAt', 'The instant must be in the future.')
  return at
}
