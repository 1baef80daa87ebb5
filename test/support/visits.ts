// Events as tests write them: who did what when, sent through /api/send of a running server.

import type { TestServer } from './app.ts'
import type { Client } from './client.ts'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'
export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

export interface Row {
  /** When; ISO text, milliseconds count. */
  at: string
  /** Any name; each name is a visitor of their own. */
  visitor: string
  /** Page URL or path. */
  url?: string
  /** Makes it a custom event. */
  name?: string
  type?: 'event' | 'identify' | 'performance'
  /** Request headers, for instance of a CDN that names the country. */
  headers?: Record<string, string>
  userAgent?: string
  /** Does not echo the visitor's cache token, as a server-side client. */
  forgets?: boolean
  /** Any other payload member. */
  [member: string]: unknown
}

interface Sent {
  cache: string
  sessionId: string
  visitId: string
}

/**
 * Sends the rows in order, the clock set to each row's time, and gives the answers. Visitors
 * echo their cache token as a browser tab does, so a visit goes on until 30 minutes after its start.
 */
export async function visits(
  server: TestServer,
  websiteId: string,
  rows: readonly Row[],
): Promise<Sent[]> {
  const caches = new Map<string, string>()
  const sent: Sent[] = []
  for (const row of rows) {
    server.setNow(row.at)
    const answer = await sendRow(server, websiteId, row, caches.get(row.visitor))
    caches.set(row.visitor, answer.cache)
    sent.push(answer)
  }
  return sent
}

const visitMs = 1_800_000

/**
 * Like `visits`, for a server whose clock runs: each row carries its time, cut to seconds. There a
 * token does not end after 30 minutes, so visitors forget it by themselves.
 */
export async function pastVisits(
  server: Client,
  websiteId: string,
  rows: readonly Row[],
): Promise<Sent[]> {
  const begun = new Map<string, { cache: string; at: number }>()
  const sent: Sent[] = []
  for (const row of rows) {
    const at = Date.parse(row.at)
    const last = begun.get(row.visitor)
    const visit = last && at - last.at <= visitMs ? last : null
    const timed = { ...row, timestamp: Math.floor(at / 1000) }
    const answer = await sendRow(server, websiteId, timed, visit?.cache)
    begun.set(row.visitor, { cache: answer.cache, at: visit?.at ?? at })
    sent.push(answer)
  }
  return sent
}

/** Sends one row; throws when it is not stored. */
async function sendRow(
  server: Client,
  websiteId: string,
  row: Row,
  cache: string | undefined,
): Promise<Sent> {
  const { at, visitor, type = 'event', headers, userAgent = firefox, forgets, ...payload } = row
  const answer = await server.ask<Sent>('/api/send', {
    token: null,
    headers: {
      'User-Agent': userAgent,
      'X-Forwarded-For': toAddress(visitor),
      ...(cache && !forgets ? { 'x-umami-cache': cache } : {}),
      ...headers,
    },
    body: { type, payload: { website: websiteId, hostname: 'example.com', ...payload } },
  })
  if (answer.status !== 200 || !answer.body.cache) {
    throw new Error(`not stored: ${JSON.stringify(answer.body)} for ${JSON.stringify(row)}`)
  }
  return answer.body
}

/** A public address of the documentation range 2001:db8::/32, made from the visitor's name. */
function toAddress(visitor: string): string {
  const hash = new Bun.CryptoHasher('sha256').update(visitor).digest('hex')
  return `2001:db8:${hash.slice(0, 4)}:${hash.slice(4, 8)}:${hash.slice(8, 12)}:${hash.slice(12, 16)}::1`
}
