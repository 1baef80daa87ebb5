// Addresses that no client means: every route refuses them in words, and none of them fails.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rawRoutes } from '../../src/openapi/raw-routes.ts'
import { operations } from '../../src/server.ts'
import { type Fixtures, openFixtures, own, people, team, toSlug } from '../contract/fixtures.ts'
import { openRequest } from '../support/process.ts'

setDefaultTimeout(60_000)

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.server.stop())

/** Ids of things that are there, so that a request gets as far as the part that is odd. */
const known: Record<string, string> = {
  websiteId: own.website,
  linkId: own.link,
  pixelId: own.pixel,
  boardId: own.board,
  segmentId: own.segment,
  reportId: own.report,
  shareId: own.shares.website,
  teamId: team.id,
  userId: people.owner.id,
  slug: toSlug(own, 'website'),
}

// A lone surrogate in UTF-8, a sequence that is cut off, bytes that are in no sequence.
const undecodable = ['%', '%2', '%zz', '%FF', '%E0%A4', '%ED%A0%80', '%ED%B0%80x', 'a%C3']
const decodable = [
  '%00',
  'a%00b',
  '%2F',
  '%252F',
  '%25',
  '%27%20or%201=1',
  '%0d%0aX:%20y',
  '%F0%9F%92%A9',
  '\u00ff\u00fe',
  'constructor',
  '__proto__',
  'a'.repeat(8_000),
  // These lead to other addresses, where DELETE may find something.
  '',
  '..',
  '%2e%2e',
]

/** Sends a path as it is, which fetch does not, and gives the answer's status and text. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const request = openRequest(Number(new URL(fixtures.server.url).port))
  const body = method === 'POST' ? '{}' : ''
  const lines = Object.entries({
    Host: 'localhost',
    Connection: 'close',
    'Content-Length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  await request.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  const answer = await request.closed
  return { status: Number(answer.split(' ', 2)[1]), text: answer }
}

interface HostilePlace {
  method: string
  /** The path with an odd part in the place of one of its names. */
  withPart: (part: string) => string
}

const toPlaces = ({ method, path }: { method: string; path: string }): HostilePlace[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, odd]) => ({
    method,
    withPart: (part) =>
      path.replace(/:(\w+)/g, (_, name) => (name === odd ? part : (known[name] ?? own.website))),
  }))

const range = '?startAt=0&endAt=1800000000000&timezone=UTC'
const routes = [...operations, ...rawRoutes]
const table = routes
  .filter((route) => toPlaces(route).length > 0)
  .map((route) => [`${route.method} ${route.path}`, route] as const)

describe('as the admin', () => {
  test.each(table)('%s', async (_, route) => {
    const headers = await fixtures.toHeaders('admin', own, 'website')
    const failed: unknown[] = []
    await fixtures.undo(async () => {
      for (const { method, withPart } of toPlaces(route)) {
        for (const part of undecodable) {
          const { status } = await ask(method, withPart(part) + range, headers)
          if (status !== 400 && status !== 404) failed.push({ part, status })
        }
        for (const part of decodable) {
          const { status } = await ask(method, withPart(part) + range, headers)
          if (!(status >= 200 && status < 500)) failed.push({ part, status })
        }
      }
    })
    expect(failed).toEqual([])
  })
})

test.each([
  '/%',
  '/api/%',
  '/api/%FF/x',
  '/q/%',
  '/p/%E0%A4.gif',
  '/script.js%',
  '/share/%',
  '/share/%ED%A0%80/events',
  '/websites/%',
  '/assets/%FF',
  '/openapi/%',
  '/login%',
])('nothing is at %s, which a browser shows as a page', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status, text } = await ask(method, path)
    expect([method, status]).toEqual([method, 404])
    expect(text).toContain('"message":"Not found"')
  }
  expect((await ask('HEAD', path)).status).toBe(404)
  expect((await ask('OPTIONS', path)).status).toBe(path.startsWith('/api/') ? 204 : 404)
  const page = await ask('GET', path, { Accept: 'text/html' })
  const isApi = path.startsWith('/api/')
  expect([page.status, page.text.includes('<!doctype html>')]).toEqual([404, !isApi])
})

test('more than a head may hold is refused by its size', async () => {
  const { status } = await ask('GET', `/api/websites/${'a'.repeat(100_000)}`)
  expect(status).toBe(431)
})

test('nothing of this was a failure of the server', () => {
  expect(fixtures.server.logged.filter((line) => / (error|warn) /.test(line))).toEqual([])
})
