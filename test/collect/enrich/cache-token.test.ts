import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import {
  cacheKey,
  createCacheToken,
  readCacheToken,
} from '../../../src/collect/enrich/cache-token.ts'
import { unknownId, websiteId } from '../fake-collector.ts'

const key = cacheKey('test-secret')
const claims = {
  type: 'cache' as const,
  websiteId,
  sessionId: 'd6666096-3e44-5c6e-9614-27315521e14b',
  visitId: '1fa39096-a731-5a4d-a22d-c0b92153b794',
  iat: 1742044800,
}
const token = createCacheToken(claims, key)

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(header: object, body: object, signingKey = key): string {
  const text = `${encode(header)}.${encode(body)}`
  return `${text}.${createHmac('sha256', signingKey).update(text).digest('base64url')}`
}

test('a token is read as the claims it was made from', () => {
  expect(readCacheToken(token, websiteId, key)).toEqual(claims)
})

test('a token is what any JWT library makes', () => {
  expect(token).toBe(signed({ alg: 'HS256', typ: 'JWT' }, claims))
})

const [header, body, signature] = token.split('.')

test.each([
  ['empty', ''],
  ['no token', 'x'],
  ['dots only', '..'],
  ['not signed', `${header}.${body}.`],
  ['cut', token.slice(0, -2)],
  ['a longer signature', `${token}AAAA`],
  ['a fourth part', `${token}.x`],
  ['a changed body', `${header}.${encode({ ...claims, iat: 0 })}.${signature}`],
  ['signed with another key', signed({ alg: 'HS256', typ: 'JWT' }, claims, 'other')],
  ['signed with the secret itself', signed({ alg: 'HS256', typ: 'JWT' }, claims, 'test-secret')],
  ['of another purpose', createCacheToken({ ...claims, type: 'share' as 'cache' }, key)],
  ['of another website', createCacheToken({ ...claims, websiteId: unknownId }, key)],
  ['of a link', createCacheToken({ type: 'cache', sessionId: '', visitId: '', iat: 0 }, key)],
  ['algorithm none', `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`],
  ['another algorithm', signed({ alg: 'HS512', typ: 'JWT' }, claims)],
])('not accepted: %s', (_, wrong) => {
  expect(readCacheToken(wrong, websiteId, key)).toBeNull()
})
