// GET /q/:slug: sends visitors of a short link on, and records that they came.

import { Elysia } from 'elysia'
import type { Collector } from '../collect/collector.ts'
import { recordVisit, type VisitContext } from '../collect/visit.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { notFoundPage } from '../http/not-found-page.ts'
import { isDestination, toLocation } from './destination.ts'
import { linkStore } from './links.ts'

/** GET and HEAD of short links; HEAD is not recorded. */
export function redirectRoutes(db: Entities, collector: Collector) {
  const redirect = (context: VisitContext): Response => {
    const link = linkStore.findBySlug(db, context.params.slug ?? '')
    if (!link || !isDestination(link.url)) return notFoundPage(context.request)
    if (context.request.method === 'GET') recordVisit(collector, 'link', link.id, context)
    return new Response(null, {
      status: 307,
      headers: { Location: toLocation(link.url), 'Cache-Control': 'no-store' },
    })
  }
  return new Elysia().get('/q/:slug', redirect).head('/q/:slug', redirect)
}
