import { expect, test } from 'bun:test'
import { createCacheToken, readCacheToken } from '../../../src/collect/enrich/cache-token.ts'
import {
  issueToken,
  openKnownVisitors,
  recognizeVisitor,
  resumeVisit,
  startInToken,
} from '../../../src/collect/enrich/visitors.ts'
import { deriveSessionId, deriveVisitId, toVisitHour } from '../../../src/identity.ts'
import { firefox, unknownId, vectorAt, websiteId } from '../fake-collector.ts'

const secret = 'test-secret'
const keys = { cacheKey: 'key', secret }
const sent = {
  targetId: websiteId,
  address: '203.0.113.7' as string | null,
  userAgent: firefox,
  distinctId: null as string | null,
  at: vectorAt,
}

test('ids do not depend on which visitors came before', () => {
  const known = openKnownVisitors()
  const all = [
    sent,
    { ...sent, address: null },
    { ...sent, address: '203.0.113.7M', userAgent: firefox.slice(1) },
    { ...sent, address: '1', userAgent: '2 3' },
    { ...sent, address: '12', userAgent: ' 3' },
    { ...sent, userAgent: 'x'.repeat(1000) },
    { ...sent, userAgent: `${'x'.repeat(999)}y` },
    { ...sent, at: Date.UTC(2025, 3, 1) },
    { ...sent, distinctId: 'user-42' },
    { ...sent, distinctId: '203.0.113.7' },
    { ...sent, userAgent: 'user-42', address: 'id ' },
  ]
  for (const _ of ['new', 'known']) {
    for (const each of all) {
      for (const [target, targetId] of [
        [1, websiteId],
        [11, unknownId],
      ] as const) {
        const visitor = { ...each, targetId }
        const { sessionId } = recognizeVisitor(known, target, visitor, 'month', secret)
        expect(sessionId).toBe(deriveSessionId(visitor, 'month', secret))
      }
    }
  }
})

test('visit and token are those of the start that is asked for', () => {
  const visitor = recognizeVisitor(openKnownVisitors(), 1, sent, 'month', secret)
  const start = vectorAt / 1000
  for (const at of [start, start, start + 1, start + 3600, start, 0, start + 60]) {
    const { sessionId } = visitor
    const visitId = deriveVisitId(sessionId, toVisitHour(at * 1000), secret)
    const claims = { type: 'cache' as const, websiteId, sessionId, visitId, iat: at }
    expect(issueToken(visitor, at, websiteId, keys)).toBe(createCacheToken(claims, 'key'))
    expect(resumeVisit(visitor, at, secret)).toBe(visitId)
  }
})

test('a token of a link names no website', () => {
  const visitor = recognizeVisitor(openKnownVisitors(), 2, sent, 'month', secret)
  const token = issueToken(visitor, 5, null, keys)
  expect(readCacheToken(token, websiteId, 'key')).toBeNull()
})

test('a token names its start, the latest or an older one, for its own visitor alone', () => {
  const known = openKnownVisitors()
  const visitor = recognizeVisitor(known, 1, sent, 'month', secret)
  const other = recognizeVisitor(known, 1, { ...sent, address: null }, 'month', secret)
  const older = issueToken(visitor, 100, websiteId, keys)
  const latest = issueToken(visitor, 200, websiteId, keys)
  const readStart = (who: typeof visitor, token: string) =>
    startInToken(who, token, websiteId, 'key')
  expect([readStart(visitor, older), readStart(visitor, latest)]).toEqual([100, 200])
  expect([readStart(other, older), readStart(other, latest)]).toEqual([null, null])
  expect([readStart(visitor, `${latest}x`), readStart(visitor, 'x.y.z')]).toEqual([null, null])
})
