// Statistics asked for in tests.

import { expect } from 'bun:test'
import type { TestServer } from './app.ts'
import { type Row, visits } from './visits.ts'

/** The query of one UTC day, such as 2026-01-05, or of the days from one to another. */
export const days = (first: string, last = first): string =>
  `startAt=${Date.parse(`${first}T00:00:00Z`)}&endAt=${Date.parse(`${last}T23:59:59.999Z`)}`

export interface Site {
  id: string
  /** Session id of each row, in order. */
  sessions: string[]
  visits: string[]
  /** Asks for one of the statistics, such as `stats?…`; the answer must be good. */
  ask: (path: string) => Promise<unknown>
  status: (path: string) => Promise<number>
}

/** A website of its own with these rows. */
export async function openSite(server: TestServer, rows: readonly Row[]): Promise<Site> {
  const id = await server.createWebsite()
  const sent = await visits(server, id, rows)
  const from = (path: string) => server.ask(`/api/websites/${id}/${path}`)
  return {
    id,
    sessions: sent.map(({ sessionId }) => sessionId),
    visits: sent.map(({ visitId }) => visitId),
    async ask(path) {
      const { status, body } = await from(path)
      if (status !== 200) throw new Error(`${status} for ${path}: ${JSON.stringify(body)}`)
      expect(status).toBe(200)
      return body
    },
    status: async (path) => (await from(path)).status,
  }
}
