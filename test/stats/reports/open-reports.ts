// Reports asked of a website of its own.

import { expect } from 'bun:test'
import type { TestServer } from '../../support/app.ts'
import { type Row, visits } from '../../support/visits.ts'

/** January 2026 in UTC, as every test here that names no range. */
export const january = { startDate: '2026-01-01T00:00:00Z', endDate: '2026-01-31T23:59:59.999Z' }

export interface Reports {
  id: string
  /** The answer of POST /api/reports/`type` with these fields, and those of `january`. */
  ask(type: string, fields?: object): Promise<unknown>
  /** Status and body of the same, whatever they are. */
  answer(type: string, fields?: object): Promise<{ status: number; body: unknown }>
}

/** A website with these rows. */
export async function openReports(server: TestServer, rows: Row[]): Promise<Reports> {
  const id = await server.createWebsite()
  await visits(server, id, rows)
  const answer: Reports['answer'] = async (type, fields) => {
    const body = { websiteId: id, ...january, filters: {}, ...fields }
    const { status, body: answered } = await server.ask(`/api/reports/${type}`, { body })
    return { status, body: answered }
  }
  return {
    id,
    answer,
    async ask(type, fields) {
      const { status, body } = await answer(type, fields)
      expect({ status, body }).toEqual({ status: 200, body: expect.anything() })
      return body
    },
  }
}
