import { findReceived } from '../received.ts'

/** What knows the other end of a request's connection. */
export interface PeerFinder {
  requestIP: (request: Request) => { address: string } | null
}

/** Address of the other end; `null` when the connection has none or is gone. */
export const readPeerAddress = (finder: PeerFinder, request: Request): string | null =>
  finder.requestIP(findReceived(request))?.address ?? null
