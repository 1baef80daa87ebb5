// GET /q/:slug: sends visitors of a short link on, and records that they came.

import { Elysia } from 'elysia'
import type { Collector } from '../collect/collector.ts'
import { recordVisit, type SlugContext } from '../collect/visit.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { PeerFinder } from '../http/client/peer.ts'
import { notFoundPage } from '../http/not-found-page.ts'
import { isDestination, toLocation } from './destination.ts'
import { linkStore } from './links.ts'

/** GET and HEAD of short links; HEAD is not recorded. */
export function redirectRoutes(db: Entities, collector: Collector, peers: PeerFinder) {
  const redirect = ({ request, params }: SlugContext): Response => {
    const link = linkStore.findBySlug(db, params.slug ?? '')
    if (!link || !isDestination(link.url)) return notFoundPage(request)
    if (request.method === 'GET') recordVisit(collector, 'link', link.id, { request, peers })
    return new Response(null, {
      status: 307,
      headers: { Location: toLocation(link.url), 'Cache-Control': 'no-store' },
    })
  }
  return new Elysia().get('/q/:slug', redirect).head('/q/:slug', redirect)
}
