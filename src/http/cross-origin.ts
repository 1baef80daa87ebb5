// What every answer under /api carries, so that pages of other sites may call it.

import { readPath } from './path.ts'
import { asGet, withHost } from './received.ts'

/** Lets pages of all sites read an answer. */
export const anyOrigin = { 'Access-Control-Allow-Origin': '*' }

/** Headers of every answer under /api that sets no Cache-Control of its own. */
export const apiHeaders = {
  ...anyOrigin,
  'Access-Control-Allow-Headers':
    '*, Authorization, Content-Type, x-umami-cache, x-umami-website-id, x-umami-hostname, ' +
    'x-umami-share-token, x-umami-share-context, x-umami-api-key',
  'Access-Control-Allow-Methods': 'GET, DELETE, POST, PUT',
  'Access-Control-Max-Age': '86400',
  'Cache-Control': 'no-cache',
}

const { 'Cache-Control': cacheControl, ...headers } = apiHeaders

/**
 * Wraps `answer`: adds the headers to answers whose path begins with `prefix`, answers OPTIONS
 * there with the methods that `allowedMethods` gives for the path, and lets HEAD through as GET without its body.
 */
export function crossOrigin(
  prefix: string,
  allowedMethods: (path: string) => string | null,
  answer: (request: Request) => Response | Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (sent) => {
    const request = withHost(sent)
    const path = readPath(request.url)
    const isApi = path.startsWith(prefix)
    if (isApi && request.method === 'OPTIONS') {
      return new Response(null, {
        status: 204,
        headers: { ...headers, Allow: allowedMethods(path) ?? 'OPTIONS' },
      })
    }
    const isHead = isApi && request.method === 'HEAD'
    const response = await answer(isHead ? asGet(request) : request)
    if (!isApi) return response
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', cacheControl)
    return isHead
      ? new Response(null, { status: response.status, headers: response.headers })
      : response
  }
}
