// One request that is watched on its way in, to see what a proxy in front makes of it.

import { randomBytes } from 'node:crypto'

export const probeHeader = 'x-footfall-probe'

/** How a request arrived. */
export interface SeenRequest {
  peerAddress: string | null
  headers: Headers
}

export class RequestProbe {
  private readonly waiting = new Map<string, (seen: SeenRequest) => void>()

  /** Whether any request is watched for. */
  get isWaiting(): boolean {
    return this.waiting.size > 0
  }

  /** Call for each request while one is watched for. */
  note(request: Request, peerAddress: string | null): void {
    const name = request.headers.get(probeHeader)
    if (name === null) return
    this.waiting.get(name)?.({ peerAddress, headers: request.headers })
    this.waiting.delete(name)
  }

  /** Has `send` send a request with a name in `probeHeader`; `null` when it did not arrive here. */
  async watch(send: (name: string) => Promise<unknown>): Promise<SeenRequest | null> {
    const name = randomBytes(16).toString('hex')
    let arrived: SeenRequest | null = null
    this.waiting.set(name, (seen) => {
      arrived = seen
    })
    try {
      await send(name)
    } finally {
      this.waiting.delete(name)
    }
    return arrived
  }
}
