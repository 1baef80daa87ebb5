// Which methods an address takes, for requests with another one.

import { AppError, errorBody, notFound } from '../errors.ts'

/** One method of one address; `:name` in the path matches any text without a slash. */
interface Route {
  method: string
  path: string
}

/** A route whose path is ready to be compared with those of requests. */
export interface KnownRoute {
  method: string
  pattern: RegExp
}

/** Made once: a browser asks for the methods of an address before it sends there. */
export const compileRoutes = (routes: readonly Route[]): KnownRoute[] =>
  routes.map(({ method, path }) => ({ method, pattern: toPattern(path) }))

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)

/** The methods of `path` as in the header Allow; `null` for an unknown path. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): string | null {
  const matches = routes.filter(({ pattern }) => pattern.test(path))
  if (matches.length === 0) return null
  const methods = matches.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...methods, 'OPTIONS'])].join(', ')
}

/** The answer to a request that no route took: OPTIONS gets the methods, others 405 or 404. */
export function answerOtherMethod(
  routes: readonly KnownRoute[],
  path: string,
  request: Request,
): Response {
  const allow = allowedMethods(routes, path)
  if (allow === null) throw notFound()
  return refuseMethod(request, allow)
}

/** The answer to a method that an address does not take. */
export function refuseMethod({ method }: Request, allow: string): Response {
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } })
  const error = new AppError('method-not-allowed')
  return Response.json(errorBody(error), { status: error.status, headers: { Allow: allow } })
}
