import { describe, expect, test } from 'bun:test'
import { deriveSessionId, deriveVisitId, periodStart, toVisitHour } from '../src/identity.ts'
import { firefox, vectorAt, websiteId } from './collect/fake-collector.ts'

const visitor = {
  targetId: websiteId,
  address: '203.0.113.7',
  userAgent: firefox,
  distinctId: null,
  at: vectorAt,
}
const secret = 'test-secret'

describe('ids agree with those of other servers of this API', () => {
  test('an anonymous visitor', () => {
    const sessionId = deriveSessionId(visitor, 'month', secret)
    expect(sessionId).toBe('d6666096-3e44-5c6e-9614-27315521e14b')
    const visitId = deriveVisitId(sessionId, toVisitHour(vectorAt), secret)
    expect(visitId).toBe('1fa39096-a731-5a4d-a22d-c0b92153b794')
  })

  test('a named user', () => {
    const sessionId = deriveSessionId({ ...visitor, distinctId: 'user-42' }, 'month', secret)
    expect(sessionId).toBe('ee93850c-b59f-568a-af77-d05a547c886a')
    const visitId = deriveVisitId(sessionId, toVisitHour(vectorAt), secret)
    expect(visitId).toBe('9c5143c9-a612-5669-b49b-cbee937299a1')
  })
})

test('an anonymous session ends with address, browser, month, target or secret', () => {
  const ids = [
    deriveSessionId(visitor, 'month', secret),
    deriveSessionId({ ...visitor, address: '203.0.113.8' }, 'month', secret),
    deriveSessionId({ ...visitor, address: null }, 'month', secret),
    deriveSessionId({ ...visitor, userAgent: 'other' }, 'month', secret),
    deriveSessionId({ ...visitor, at: Date.UTC(2025, 3, 1) }, 'month', secret),
    deriveSessionId({ ...visitor, targetId: 'other' }, 'month', secret),
    deriveSessionId(visitor, 'month', 'other'),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

test('a named user stays the same one on another device and in another month', () => {
  const named = { ...visitor, distinctId: 'user-42' }
  const elsewhere = { ...named, address: null, userAgent: 'other', at: Date.UTC(2026, 0, 1) }
  expect(deriveSessionId(elsewhere, 'day', secret)).toBe(deriveSessionId(named, 'month', secret))
})

test.each([
  ['2025-03-15T13:20:00Z', 'day', '2025-03-15T00:00:00.000Z'],
  ['2025-03-15T13:20:00Z', 'week', '2025-03-09T00:00:00.000Z'],
  ['2025-03-16T00:00:00Z', 'week', '2025-03-16T00:00:00.000Z'],
  ['2025-03-15T23:59:59.999Z', 'week', '2025-03-09T00:00:00.000Z'],
  ['1970-01-01T05:00:00Z', 'week', '1969-12-28T00:00:00.000Z'],
  ['2025-03-31T23:59:59.999Z', 'month', '2025-03-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', 'month', '2024-02-01T00:00:00.000Z'],
] as const)('%s lies in the %s that starts at %s', (at, rotation, start) => {
  expect(new Date(periodStart(Date.parse(at), rotation)).toISOString()).toBe(start)
})
