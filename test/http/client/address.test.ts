import { describe, expect, test } from 'bun:test'
import { openAddressBook, parseAddress } from '../../../src/http/client/address.ts'
import { findVisitor } from '../../../src/http/client/forwarding.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:8080', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('%s is read as %s', (text, address) => {
  expect(parseAddress(text)?.toString()).toBe(address)
})

test.each([
  'unknown',
  '',
  '1',
  '127.1',
  '0x7f.0.0.1',
  '010.0.0.1',
  '256.1.1.1',
  '1.2.3.4.5',
  '1.2.3.4:x',
  ':::',
  '[::1',
  `${'1'.repeat(100)}`,
])('%p is no address', (text) => {
  expect(parseAddress(text)).toBeNull()
})

const settings = { trustProxy: 'loopback,private', ignoreIp: '' }

describe('the address book', () => {
  test.each([
    ['127.0.0.1', { isTrusted: true, isPublic: false }],
    ['::1', { isTrusted: true, isPublic: false }],
    ['10.1.2.3', { isTrusted: true, isPublic: false }],
    ['172.31.255.255', { isTrusted: true, isPublic: false }],
    ['172.32.0.1', { isTrusted: false, isPublic: true }],
    ['192.168.0.9', { isTrusted: true, isPublic: false }],
    ['169.254.1.1', { isTrusted: true, isPublic: false }],
    ['fd00::1', { isTrusted: true, isPublic: false }],
    ['fe80::1', { isTrusted: true, isPublic: false }],
    ['203.0.113.7', { isTrusted: false, isPublic: true }],
    ['2a00::1', { isTrusted: false, isPublic: true }],
  ])('%s', (text, facts) => {
    expect(openAddressBook(settings)(text)).toEqual({ text, isBlocked: false, ...facts })
  })

  test('keeps text that is no address', () => {
    const facts = { text: 'unknown', isTrusted: false, isBlocked: false, isPublic: false }
    expect(openAddressBook(settings)('unknown')).toEqual(facts)
    expect(openAddressBook(settings)(null)).toEqual({ ...facts, text: null })
  })

  test.each([
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['198.51.100.200', true],
    ['198.51.101.1', false],
    ['2001:db8::5', true],
    ['2001:db9::5', false],
    ['::ffff:203.0.113.7', true],
    ['unknown', false],
    [null, false],
  ])('IGNORE_IP blocks %s: %p', (text, isBlocked) => {
    const ignoreIp = ' 203.0.113.7, 198.51.100.0/24 ,2001:db8::/32,'
    expect(openAddressBook({ ...settings, ignoreIp })(text).isBlocked).toBe(isBlocked)
  })

  test.each([
    ['10.0.0.0/33', 'TRUST_PROXY has "10.0.0.0/33", not an address or CIDR'],
    ['loopback,localhost', 'TRUST_PROXY has "localhost", not an address or CIDR'],
    ['constructor', 'TRUST_PROXY has "constructor", not an address or CIDR'],
  ])('refuses TRUST_PROXY=%s', (trustProxy, message) => {
    expect(() => openAddressBook({ trustProxy, ignoreIp: '' })).toThrow(message)
  })

  test('refuses words and typing errors in IGNORE_IP', () => {
    expect(() => openAddressBook({ ...settings, ignoreIp: 'all' })).toThrow(
      'IGNORE_IP has "all", not an address or CIDR',
    )
  })
})

describe('the visitor', () => {
  const visitor = (
    peerAddress: string | null,
    headers: Record<string, string>,
    { trustProxy = 'loopback,private', preferred = null as string | null } = {},
  ) =>
    findVisitor(
      { headers: new Headers(headers), peerAddress },
      openAddressBook({ trustProxy, ignoreIp: '' }),
      preferred,
    ).text

  test.each([
    ['x-forwarded-for', '203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['x-forwarded-for', '1.1.1.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['x-forwarded-for', '1.1.1.1, 203.0.113.7:51000', '203.0.113.7'],
    ['x-forwarded-for', '10.0.0.9, 10.0.0.2', '10.0.0.9'],
    ['x-forwarded-for', ' , 203.0.113.7 ,', '203.0.113.7'],
    ['x-forwarded-for', '::ffff:203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', 'unknown', 'unknown'],
    ['x-forwarded-for', '[2001:DB8::7]', '2001:db8::7'],
    ['forwarded', 'for=203.0.113.7;proto=https;by=10.0.0.1', '203.0.113.7'],
    ['forwarded', 'proto=https; For="[2001:db8::7]:4711", for=10.0.0.2', '2001:db8::7'],
    ['forwarded', 'proto=https', '10.0.0.1'],
    ['forwarded', 'for="203.0.113.7", for=10.0.0.2;by="a,b"', '203.0.113.7'],
    ['forwarded', 'for="1.1.1.1, for=203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', '', '10.0.0.1'],
    ['x-other', '203.0.113.7', '10.0.0.1'],
  ])('behind a proxy that says %s: %s', (name, value, address) => {
    expect(visitor('10.0.0.1', { [name]: value })).toBe(address)
  })

  // Proxies do not set these unless they are configured to: they pass on what the visitor sends.
  const vendors = [
    'true-client-ip',
    'cf-connecting-ip',
    'fastly-client-ip',
    'x-nf-client-connection-ip',
    'do-connecting-ip',
    'x-real-ip',
    'x-appengine-user-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-forwarded',
  ]

  test.each(vendors)('%s counts only when CLIENT_IP_HEADER names it', (name) => {
    const proxied = { 'x-forwarded-for': '203.0.113.7', [name]: '8.8.8.8' }
    expect(visitor('10.0.0.1', proxied)).toBe('203.0.113.7')
    expect(visitor('10.0.0.1', { [name]: '8.8.8.8' })).toBe('10.0.0.1')
    expect(visitor('10.0.0.1', proxied, { preferred: name })).toBe('8.8.8.8')
  })

  test('X-Forwarded-For comes before Forwarded, unless CLIENT_IP_HEADER says otherwise', () => {
    const both = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=8.8.8.8' }
    expect(visitor('10.0.0.1', both)).toBe('203.0.113.7')
    expect(visitor('10.0.0.1', both, { preferred: 'forwarded' })).toBe('8.8.8.8')
  })

  test('CLIENT_IP_HEADER comes first, and is not needed', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1', 'x-mine': '203.0.113.7' }
    expect(visitor('10.0.0.1', headers, { preferred: 'x-mine' })).toBe('203.0.113.7')
    expect(visitor('10.0.0.1', headers, { preferred: 'x-else' })).toBe('1.1.1.1')
  })

  test('two proxies in a row, of which one adds X-Real-IP: each visitor has an address', () => {
    const proxied = (address: string) => ({
      'x-real-ip': '10.70.1.31',
      'x-forwarded-for': `${address}, 10.70.1.31`,
    })
    expect(visitor('127.0.0.1', proxied('8.8.8.8'))).toBe('8.8.8.8')
    expect(visitor('127.0.0.1', proxied('1.1.1.1'))).toBe('1.1.1.1')
  })

  test('headers of an untrusted peer do not count', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1', 'x-mine': '1.1.1.1' }
    expect(visitor('203.0.113.7', headers, { preferred: 'x-mine' })).toBe('203.0.113.7')
    expect(visitor('10.0.0.1', headers, { trustProxy: 'none' })).toBe('10.0.0.1')
    expect(visitor(null, headers)).toBeNull()
  })

  test('a trusted list names the proxies; all of them trusted is the plain first item', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' }
    expect(visitor('9.9.9.9', headers, { trustProxy: '9.9.9.0/24, 2.2.2.2' })).toBe('1.1.1.1')
    expect(visitor('9.9.9.9', headers, { trustProxy: '9.9.9.0/24' })).toBe('2.2.2.2')
    expect(visitor(null, headers, { trustProxy: 'all' })).toBe('1.1.1.1')
  })
})
