// Many clients at once, each on a keep-alive connection of its own and never idle.

import type { Socket } from 'bun'

export interface Sent {
  path: string
  body: string
  /** Called with the answer's status and body. */
  answered: (status: number, body: string) => void
}

interface Sender {
  socket: Socket<Sender> | null
  waiting: Sent | null
  received: string
}

/**
 * Opens `count` connections and keeps one request under way on each: `next` makes them. Resolves
 * when every connection is open; `closed` resolves when the server has gone and all are closed.
 */
export async function openSenders(
  port: number,
  count: number,
  userAgent: string,
  next: (sender: number) => Sent,
): Promise<{ closed: Promise<void> }> {
  let open = 0
  let allClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    allClosed = resolve
  })
  const send = (sender: Sender, index: number) => {
    const request = next(index)
    sender.waiting = request
    sender.received = ''
    sender.socket?.write(
      `POST ${request.path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgent}\r\n` +
        `X-Forwarded-For: 198.18.${index >> 8}.${index & 255}\r\n` +
        `Content-Length: ${Buffer.byteLength(request.body)}\r\n\r\n${request.body}`,
    )
  }
  const isClosed = () => {
    if (--open === 0) allClosed()
  }
  const senders = Array.from({ length: count }, async (_, index) => {
    const sender: Sender = { socket: null, waiting: null, received: '' }
    sender.socket = await Bun.connect<Sender>({
      hostname: '127.0.0.1',
      port,
      data: sender,
      socket: {
        data(_socket, bytes) {
          sender.received += bytes.toString('latin1')
          const answer = parseAnswer(sender.received)
          if (!answer) return
          sender.waiting?.answered(answer.status, answer.body)
          send(sender, index)
        },
        close: isClosed,
        // Killed servers reset their connections; a close follows.
        error() {},
      },
    })
    open++
    return sender
  })
  for (const [index, sender] of (await Promise.all(senders)).entries()) send(sender, index)
  return { closed }
}

/** Status and body of an answer with a Content-Length; `null` while it is incomplete. */
function parseAnswer(text: string): { status: number; body: string } | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1])
  const body = text.slice(end + 4)
  return body.length < length ? null : { status: Number(text.slice(9, 12)), body }
}
