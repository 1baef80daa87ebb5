// GET /api/share/:slug: what the visitor of a share page gets, with the token for everything else.

import { Type as t } from '@sinclair/typebox'
import { withoutPeople } from '../access/people.ts'
import { anyone, type EntityServices } from '../access/rule.ts'
import { hidesPeople } from '../access/share-grant.ts'
import { findShareBySlug, type Share } from '../access/share-store.ts'
import { type Board, findBoard } from '../boards/store.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { notFound } from '../errors.ts'
import { idAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { freeObject } from '../http/input/fields.ts'
import { listBoardTargets } from './board-targets.ts'
import { findGrant } from './grant.ts'
import type { ShareTokens } from './tokens.ts'

interface Services extends EntityServices {
  shareTokens: Pick<ShareTokens, 'issue'>
}

const { read } = operationsWith<Services>()

const id = t.Optional(idAnswer)
const ids = t.Optional(t.Array(idAnswer))

export const publicShareOperations = [
  read('/api/share/:slug', {
    summary:
      'A share page by its slug. The token opens what it shows: send it as x-umami-share-token, ' +
      'with x-umami-share-context: 1.',
    access: anyone,
    answer: t.Object({
      shareId: idAnswer,
      shareType: t.Integer({ description: '1 website, 2 link, 3 pixel, 4 board.' }),
      parameters: freeObject('Sections that are open.'),
      websiteId: id,
      linkId: id,
      pixelId: id,
      boardId: id,
      websiteIds: ids,
      linkIds: ids,
      pixelIds: ids,
      token: t.String({ description: 'Valid for a day, and as long as the page exists.' }),
    }),
    run: async ({ app, params }) => {
      const share = findShareBySlug(app.entities, params.slug ?? '')
      const grant = share && findGrant(app.entities, share)
      if (!share || !grant) throw notFound()
      const parameters = JSON.parse(share.parameters) as Record<string, unknown>
      return {
        shareId: share.id,
        shareType: share.shareType,
        parameters: hidesPeople(grant) ? withoutPeople(parameters) : parameters,
        ...listTargetIds(app.entities, share),
        token: await app.shareTokens.issue(share),
      }
    },
  }),
]

/** Links and pixels are named twice: their statistics are asked for like those of a website. */
function listTargetIds(db: Entities, { shareType, entityId }: Share) {
  if (shareType === 1) return { websiteId: entityId }
  if (shareType === 2) return { websiteId: entityId, linkId: entityId }
  if (shareType === 3) return { websiteId: entityId, pixelId: entityId }
  const targets = listBoardTargets(db, findBoard(db, entityId) as Board)
  const listIds = (kind: string) =>
    targets.filter((target) => target.kind === kind).map((target) => target.id)
  return {
    boardId: entityId,
    websiteIds: listIds('website'),
    linkIds: listIds('link'),
    pixelIds: listIds('pixel'),
  }
}
