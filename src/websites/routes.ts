// /api/websites: create, read, update, delete, reset, and the recorder's configuration.

import { Type as t } from '@sinclair/typebox'
import { newOwner } from '../access/permissions.ts'
import { anyone, signedIn, signedInOrBound } from '../access/rule.ts'
import { createShare, findShareBySlug, removeShares } from '../access/share-store.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { badRequest } from '../errors.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { flag, isOn, listing, name, nullable, slugPattern, uuid } from '../http/input/fields.ts'
import type { TargetServices } from '../targets/services.ts'
import { isEntityId } from '../targets/store.ts'
import { deleteOwnWebsite, updateOwnWebsite, viewWebsite } from './access.ts'
import {
  ownedWebsiteAnswer,
  ownedWebsiteRow,
  parseReplayConfig,
  recorderAnswer,
  recorderConfig,
  websiteAnswer,
  websiteRow,
} from './row.ts'
import {
  createWebsite,
  findWebsite,
  listWebsites,
  type ReplayConfig,
  removeWebsite,
  resetWebsite,
  updateWebsite,
  type Website,
} from './store.ts'

const { read, remove, write } = operationsWith<TargetServices>()

const domain = name(500, 'Domain of the website.')
const shareId = t.Optional(
  nullable(
    t.String({
      maxLength: 50,
      pattern: `^$|${slugPattern}`,
      error: 'Invalid slug: expected at most 50 of the characters A-Z a-z 0-9 . _ ~ -',
      description: 'Slug of a share page; null ends sharing.',
    }),
  ),
)
const fraction = (description: string) =>
  t.Optional(t.Number({ minimum: 0, maximum: 1, description }))

const replayConfig = t.Optional(
  nullable(
    t.Object({
      replayEnabled: t.Optional(t.Boolean()),
      heatmapEnabled: t.Optional(t.Boolean()),
      sampleRate: fraction('Share of sessions recorded for replay.'),
      heatmapSampleRate: fraction('Share of sessions recorded for heatmaps.'),
      maskLevel: t.Optional(t.Union([t.Literal('strict'), t.Literal('moderate')])),
      maxDuration: t.Optional(t.Integer({ minimum: 1, description: 'Seconds.' })),
      blockSelector: t.Optional(t.String({ maxLength: 1000 })),
    }),
  ),
)

export const websiteOperations = [
  read('/api/websites', {
    summary: 'The websites of the caller.',
    access: signedInOrBound,
    query: {
      includeTeams: flag('Adds websites of teams that the caller owns.'),
      ...listing,
    },
    answer: pageAnswer(ownedWebsiteAnswer),
    run: ({ app, subject, caller, query }) => {
      const includesTeams = isOn(query.includeTeams)
      const own = { userId: subject.id, includesTeams, ids: caller.key?.websiteIds ?? null }
      const found = listWebsites(app.entities, own, readListQuery(query))
      return { ...found, data: found.data.map(ownedWebsiteRow) }
    },
  }),
  write('/api/websites', {
    summary: 'Create a website.',
    access: signedIn,
    body: {
      name: name(100, 'Name of the website.'),
      domain,
      shareId,
      teamId: t.Optional(nullable(uuid('Team that owns the website.'))),
      id: t.Optional(nullable(uuid('Id to use.'))),
    },
    answer: websiteAnswer,
    run: ({ app, subject, body, now }) => {
      const owner = newOwner(app.entities, subject, body.teamId)
      const id = body.id?.toLowerCase() ?? crypto.randomUUID()
      if (isEntityId(app.entities, id)) throw badRequest('That id is already in use.')
      app.entities.transaction(() => {
        createWebsite(app.entities, {
          id,
          name: body.name,
          domain: body.domain,
          ...owner,
          createdBy: subject.id,
          now,
        })
        setShare(app.entities, id, body.name, body.shareId, now)
      })()
      app.targets.invalidate(id)
      return readRow(app.entities, id)
    },
  }),
  read('/api/websites/:websiteId', {
    summary: 'A website.',
    access: viewWebsite,
    answer: websiteAnswer,
    run: ({ subject }) => websiteRow(subject),
  }),
  write('/api/websites/:websiteId', {
    summary: 'Change a website; what is left out stays as it is.',
    access: updateOwnWebsite,
    body: {
      name: t.Optional(name(100, 'Name of the website.')),
      domain: t.Optional(domain),
      shareId,
      replayConfig,
    },
    answer: websiteAnswer,
    run: ({ app, subject, body, now }) => {
      app.entities.transaction(() => {
        const website = {
          id: subject.id,
          name: body.name ?? subject.name,
          domain: body.domain ?? subject.domain,
          replayConfig: changedConfig(
            subject,
            body.replayConfig as ReplayConfig | null | undefined,
          ),
        }
        updateWebsite(app.entities, website, now)
        setShare(app.entities, subject.id, website.name, body.shareId, now)
      })()
      app.targets.invalidate(subject.id)
      return readRow(app.entities, subject.id)
    },
  }),
  remove('/api/websites/:websiteId', {
    summary: 'Delete a website and all its data, for good.',
    access: deleteOwnWebsite,
    answer: okAnswer,
    run: ({ app, subject, now }) => {
      removeWebsite(app.entities, subject.id, now)
      app.targets.invalidate(subject.id)
      app.jobs.wake('erase')
      return { ok: true }
    },
  }),
  write('/api/websites/:websiteId/reset', {
    summary: 'Remove all data of a website, for good.',
    access: updateOwnWebsite,
    answer: okAnswer,
    run: ({ app, subject, now }) => {
      resetWebsite(app.entities, subject.id, now)
      app.targets.invalidate(subject.id)
      app.jobs.wake('erase')
      return { ok: true }
    },
  }),
  read('/api/websites/:websiteId/recorder', {
    summary: 'What the recorder script may record.',
    access: anyone,
    answer: recorderAnswer,
    run: ({ app, params }) =>
      Response.json(recorderConfig(findWebsite(app.entities, params.websiteId ?? '')), {
        headers: { 'Cache-Control': 'public, max-age=60, stale-while-revalidate=300' },
      }),
  }),
]

const readRow = (db: Entities, id: string) => websiteRow(findWebsite(db, id) as Website)

/** Given keys replace stored ones, flags that are off are dropped, `null` clears all. */
function changedConfig(website: Website, change: ReplayConfig | null | undefined): string | null {
  if (change === undefined) return website.replayConfig
  if (change === null) return null
  const merged = Object.entries({ ...parseReplayConfig(website), ...change })
  return JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== false)))
}

/** A slug makes a share page of the website, `null` ends all of them, nothing changes nothing. */
function setShare(
  db: Entities,
  websiteId: string,
  websiteName: string,
  slug: string | null | undefined,
  now: number,
): void {
  if (slug === null) removeShares(db, websiteId)
  if (!slug) return
  const taken = findShareBySlug(db, slug)
  if (taken?.entityId === websiteId) return
  if (taken) throw badRequest('That share ID is already taken.')
  createShare(db, {
    id: crypto.randomUUID(),
    entityId: websiteId,
    name: websiteName,
    shareType: 1,
    slug,
    parameters: { overview: true, events: true },
    now,
  })
}
