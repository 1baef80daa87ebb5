// Hosts of referrers as people read them.

import { expect, test } from 'bun:test'
import { hostName } from '../../src/lib/host-name.ts'

test('names in other letters are decoded', () => {
  expect(hostName('xn--mller-kva.de')).toBe('müller.de')
  expect(hostName('www.xn--bcher-kva.example')).toBe('www.bücher.example')
  expect(hostName('xn--e1afmkfd.xn--p1ai')).toBe('пример.рф')
  expect(hostName('xn--r8jz45g.xn--zckzah')).toBe('例え.テスト')
  expect(hostName('xn--mgbh0fb.xn--kgbechtv')).toBe('مثال.إختبار')
})

test('what every browser encodes comes back', () => {
  for (const label of [
    'ü',
    'straßenbahn-über-köln',
    'ελλάδα',
    'россия',
    '한국',
    '北京大学',
    'öäüéèê',
  ]) {
    expect(hostName(new URL(`https://${label}.example/`).hostname)).toBe(`${label}.example`)
  }
})

test('what could pass for another name stays encoded', () => {
  // Cyrillic letters among Latin ones, and a name of Cyrillic letters that all look Latin.
  for (const label of ['pаypal', 'аррӏе', 'оса']) {
    const { hostname } = new URL(`https://${label}.example/`)
    expect(hostname).toStartWith('xn--')
    expect(hostName(hostname)).toBe(hostname)
  }
})

test('what is no such name stays as it was recorded', () => {
  for (const host of ['', 'news.example', 'xn--', 'xn--é', 'xn--99999999', 'a..xn--', 'xn--a-']) {
    expect(hostName(host)).toBe(host)
  }
})
