// Recording that a visitor followed a short link or loaded a pixel.

import { type PeerFinder, readPeerAddress } from '../http/client/peer.ts'
import type { Collector } from './collector.ts'
import { collectHit } from './pipeline.ts'
import { emptyPayload } from './read/payload.ts'
import { readReferrer } from './shape/url.ts'

/** What a route of links or pixels gets. */
export interface SlugContext {
  request: Request
  params: Record<string, string>
}

/**
 * Records a request as a hit of the link or pixel, in the background: the answer neither waits for
 * it nor fails with it. Robots and blocked addresses are not recorded.
 */
export function recordVisit(
  collector: Collector,
  kind: 'link' | 'pixel',
  id: string,
  { request, peers }: { request: Request; peers: PeerFinder },
): void {
  const { hostname } = new URL(request.url)
  const payload = {
    ...emptyPayload,
    [kind]: id,
    url: request.url,
    hostname: hostname.replace(/^www\./, '').slice(0, 100),
    referrer: readReferrer(request.headers.get('referer') ?? ''),
  }
  const peerAddress = readPeerAddress(peers, request)
  collectHit(
    collector,
    { headers: request.headers, peerAddress },
    { type: 'event', payload },
  ).catch((error) => collector.log.error('a visit could not be recorded', { [kind]: id, error }))
}
