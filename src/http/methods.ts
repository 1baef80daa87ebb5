// Which methods an address takes, for requests with another one.

import { AppError, errorBody, notFound } from '../errors.ts'

/** One method of one address; `:name` in the path stands for any text without a slash. */
export interface Route {
  method: string
  path: string
}

/** The methods of `path` as the header Allow tells them; `null` for an unknown path. */
export function allowOf(routes: readonly Route[], path: string): string | null {
  const matches = routes.filter((route) => patternOf(route.path).test(path))
  if (matches.length === 0) return null
  const methods = matches.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...methods, 'OPTIONS'])].join(', ')
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)

/** The answer to a request that no route took: OPTIONS is told the methods, others are 405 or 404. */
export function answerOtherMethod(
  routes: readonly Route[],
  path: string,
  { method }: Request,
): Response {
  const allow = allowOf(routes, path)
  if (allow === null) throw notFound()
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } })
  const error = new AppError('method-not-allowed')
  return Response.json(errorBody(error), { status: error.status, headers: { Allow: allow } })
}
