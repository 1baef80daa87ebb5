// What is a domain.

import { expect, test } from 'bun:test'
import { isDomain, readDomain } from '../../../../src/dashboard/components/form/domain.ts'

test('what people paste is cut to its host', () => {
  expect(readDomain(' https://blog.example.com/path?x ')).toBe('blog.example.com')
  expect(readDomain('blog.example.com#top')).toBe('blog.example.com')
})

test('hosts are domains, also without a dot, with a port, in other letters, or as an address', () => {
  for (const host of ['example.com', 'localhost', 'intranet:8080', 'bücher.example', '10.0.0.1']) {
    expect([host, isDomain(host)]).toEqual([host, true])
  }
})

test('what has blanks or signs is none', () => {
  for (const text of ['', 'My Blog.example', 'a..b', '-a.example', 'a@b.example', 'a,b', '"a"']) {
    expect([text, isDomain(text)]).toEqual([text, false])
  }
})
