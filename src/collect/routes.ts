// POST /api/send and POST /api/batch, and the second path that COLLECT_API_ENDPOINT gives the former.

import { Elysia } from 'elysia'
import { AppError, errorBody } from '../errors.ts'
import { readJson } from '../http/body.ts'
import { collectBatch } from './batch.ts'
import type { Collector } from './collector.ts'
import { parseSendBody } from './payload.ts'
import { collectHit, Dropped } from './pipeline.ts'

const maxSendBytes = 1 << 20
const maxBatchBytes = 8 << 20

/** What the pages of other sites may do here; `*` does not cover every header, so names follow. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    '*, Content-Type, Authorization, x-umami-cache, x-umami-website-id, x-umami-hostname',
  'Access-Control-Allow-Methods': 'GET, DELETE, POST, PUT',
  'Access-Control-Max-Age': '86400',
  'Cache-Control': 'no-cache',
}

type Answers = Record<string, string>

/** Answers one request; the address is that of the connection's other end. */
export type CollectAnswer = (request: Request, peerAddress: string | null) => Promise<Response>

/** What POST to /api/send answers, with these headers; rejects only for unknown reasons. */
export const answerSend = (collector: Collector, headers: Answers): CollectAnswer =>
  answering(headers, async (request, peerAddress) => {
    const body = parseSendBody(await readJson(request, maxSendBytes))
    if (body instanceof AppError) return body
    const outcome = await collectHit(collector, { headers: request.headers, peerAddress }, body)
    // Robots are told nothing.
    return outcome instanceof Dropped ? (outcome.error ?? { beep: 'boop' }) : outcome
  })

/** What POST to /api/batch answers, likewise. */
export const answerBatch = (collector: Collector, headers: Answers): CollectAnswer =>
  answering(headers, async (request, peerAddress) => {
    const body = await readJson(request, maxBatchBytes)
    return collectBatch(collector, { headers: request.headers, peerAddress }, body)
  })

/**
 * The routes of collection. Answers under /api carry no CORS headers of their own; those of the
 * second path, outside /api, do.
 */
export function collectRoutes(collector: Collector): Elysia {
  const app = new Elysia()
  const raw = { parse: 'none' } as const
  const send = answerSend(collector, {})
  const batch = answerBatch(collector, {})
  app.post('/api/send', (call) => send(call.request, peerOf(call)), raw)
  app.post('/api/batch', (call) => batch(call.request, peerOf(call)), raw)
  refuseOtherMethods(app, '/api/send', {})
  refuseOtherMethods(app, '/api/batch', {})
  const alias = collector.config.collectApiEndpoint
  if (alias !== null && alias !== '/api/send') {
    const headers: Answers = alias.startsWith('/api/') ? {} : crossOrigin
    const sendToAlias = answerSend(collector, headers)
    app.post(alias, (call) => sendToAlias(call.request, peerOf(call)), raw)
    app.options(
      alias,
      () => new Response(null, { status: 204, headers: { ...headers, Allow: 'POST, OPTIONS' } }),
    )
    refuseOtherMethods(app, alias, headers)
  }
  return app
}

interface Call {
  request: Request
  server: { requestIP: (request: Request) => { address: string } | null } | null
}

const peerOf = ({ request, server }: Call): string | null =>
  server?.requestIP(request)?.address ?? null

/** Answers JSON of what `produce` resolves to, or the envelope of its AppError. */
function answering(
  headers: Answers,
  produce: (request: Request, peerAddress: string | null) => Promise<object | AppError>,
): CollectAnswer {
  // Made once; every answer copies them.
  const shared = new Headers({ 'Content-Type': 'application/json;charset=utf-8', ...headers })
  const refuse = (error: AppError) => {
    const { status } = error
    return Response.json(errorBody(error), { status, headers: { ...headers, ...error.headers } })
  }
  return async (request, peerAddress) => {
    try {
      const produced = await produce(request, peerAddress)
      if (produced instanceof AppError) return refuse(produced)
      return new Response(JSON.stringify(produced), { headers: shared })
    } catch (error) {
      if (error instanceof AppError) return refuse(error)
      throw error
    }
  }
}

function refuseOtherMethods(app: Elysia, path: string, headers: Answers): void {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    app.route(
      method,
      path,
      () => new Response(null, { status: 405, headers: { ...headers, Allow: 'POST, OPTIONS' } }),
      { parse: 'none' },
    )
  }
}
