// GET /p/:slug: an invisible image that records who loads it.

import { Elysia } from 'elysia'
import type { Collector } from '../collect/collector.ts'
import { recordVisit, type SlugContext } from '../collect/visit.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import type { PeerFinder } from '../http/client/peer.ts'
import { notFoundPage } from '../http/not-found-page.ts'
import { pixelStore } from './pixels.ts'

/** One transparent dot, the smallest GIF that every mail program shows. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const headers = {
  'Content-Type': 'image/gif',
  'Content-Length': String(image.length),
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  Pragma: 'no-cache',
  Expires: '0',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** GET and HEAD of pixels, with or without `.gif` at the end; HEAD is not recorded. */
export function imageRoutes(db: Entities, collector: Collector, peers: PeerFinder) {
  const show = ({ request, params }: SlugContext): Response => {
    const slug = params.slug ?? ''
    const pixel =
      pixelStore.findBySlug(db, slug) ?? pixelStore.findBySlug(db, slug.replace(/\.gif$/i, ''))
    if (!pixel) return notFoundPage(request)
    const isGet = request.method === 'GET'
    if (isGet) recordVisit(collector, 'pixel', pixel.id, { request, peers })
    return new Response(isGet ? image : null, { headers })
  }
  return new Elysia().get('/p/:slug', show).head('/p/:slug', show)
}
