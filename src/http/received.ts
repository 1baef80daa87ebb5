// Requests made of one that was received. Only the received one knows the other end of its connection.

import { readTarget } from './path.ts'

const received = new WeakMap<Request, Request>()

function keepReceived(made: Request, from: Request): Request {
  received.set(made, findReceived(from))
  return made
}

/** The request that came in, of which this one was made; itself when it came in. */
export const findReceived = (request: Request): Request => received.get(request) ?? request

/** The same request as GET. Its address must parse. */
export const asGet = (request: Request): Request =>
  keepReceived(new Request(request, { method: 'GET' }), request)

/** The request with an address that parses: a Host header that is no host makes one that does not. */
export const withHost = (request: Request): Request =>
  URL.canParse(request.url)
    ? request
    : keepReceived(new Request(`http://localhost${readTarget(request.url)}`, request), request)
