// POST /api/send and POST /api/batch, and the second path that COLLECT_API_ENDPOINT gives the former.

import { AppError } from '../../errors.ts'
import { withJson } from '../../http/body.ts'
import { ByteSemaphore } from '../../http/byte-semaphore.ts'
import { type PeerFinder, readPeerAddress } from '../../http/client/peer.ts'
import { apiHeaders } from '../../http/cross-origin.ts'
import { answerError } from '../../http/endpoint.ts'
import { refuseMethod } from '../../http/methods.ts'
import type { Collector } from '../collector.ts'
import { collectHit, Dropped } from '../pipeline.ts'
import { collectBatch } from './batch.ts'
import { errorsDisabled, isErrorReport, parseSendBody } from './payload.ts'

const maxSendBytes = 1 << 20
const maxBatchBytes = 8 << 20
/** More batches at once take more memory and not less time: one thread makes hits of them. */
const batches = new ByteSemaphore({
  bytes: Number.POSITIVE_INFINITY,
  count: 8,
  maxWaiting: 512,
  maxWaitMs: 20_000,
})

/** Answers a request of any method; never rejects. */
export type CollectHandler = (request: Request, finder: PeerFinder) => Promise<Response>

/** What POST takes from a request and its peer: what to answer, or why not. */
type Collect = (request: Request, peerAddress: string | null) => Promise<object>

/**
 * The routes of collection, by path. They are the busiest ones and do without a router; so each
 * is here a second time with the slash that other routes may have at the end.
 */
export function collectRoutes(collector: Collector): Record<string, CollectHandler> {
  const send = createHandler(collector, collectOne(collector))
  const batch = createHandler(collector, collectMany(collector))
  const alias = collector.config.collectApiEndpoint
  const routes = { '/api/send': send, '/api/batch': batch, ...(alias && { [alias]: send }) }
  return Object.fromEntries(
    Object.entries(routes).flatMap(([path, handler]) => [
      [path, handler],
      [`${path}/`, handler],
    ]),
  )
}

const collectOne =
  (collector: Collector): Collect =>
  (request, peerAddress) =>
    withJson(request, maxSendBytes, async (sent) => {
      if (isErrorReport(sent)) return errorsDisabled
      const body = parseSendBody(sent)
      if (body instanceof AppError) return body
      const outcome = await collectHit(collector, { headers: request.headers, peerAddress }, body)
      // Robots get no reason.
      return outcome instanceof Dropped ? (outcome.error ?? { beep: 'boop' }) : outcome
    })

const collectMany =
  (collector: Collector): Collect =>
  (request, peerAddress) =>
    withJson(request, maxBatchBytes, (body) =>
      batches.run(0, request.signal, () =>
        collectBatch(collector, { headers: request.headers, peerAddress }, body),
      ),
    )

/** Pages of any origin may read every answer, also the one to an unknown error. */
function createHandler({ log }: Collector, collect: Collect): CollectHandler {
  // Made once; every answer copies them.
  const headers = new Headers({ 'Content-Type': 'application/json;charset=utf-8', ...apiHeaders })
  return async (request, finder) => {
    if (request.method !== 'POST') return withApiHeaders(refuseMethod(request, 'POST, OPTIONS'))
    try {
      const collected = await collect(request, readPeerAddress(finder, request))
      if (!(collected instanceof AppError))
        return new Response(JSON.stringify(collected), { headers })
      return withApiHeaders(answerError({ log }, collected, request))
    } catch (error) {
      return withApiHeaders(answerError({ log }, error, request))
    }
  }
}

function withApiHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(apiHeaders)) response.headers.set(name, value)
  return response
}
