import { describe, expect, test } from 'bun:test'
import { emptyEvent } from '../../../src/collect/shape/columns.ts'
import { measuredPath, readHost, setAddresses } from '../../../src/collect/shape/url.ts'

const split = (
  url: string | null,
  {
    referrer = null as string | null,
    hostname = 'shop.example' as string | null,
    trim = false,
  } = {},
) => {
  const event = { ...emptyEvent }
  setAddresses(event, { url, referrer, hostname }, trim)
  return event
}

const nothing = { ...emptyEvent, urlPath: '/', hostname: 'shop.example' }

test('a landing from a campaign', () => {
  const url =
    'https://www.shop.example/sale?utm_source=news%20letter&utm_medium=e+mail&utm_campaign=a' +
    '&utm_campaign=b&utm_term=&gclid=g1&fbclid=f1&msclkid=m1&ttclid=t1&li_fat_id=l1&twclid=w1#top'
  const referrer = 'https://www.Google.com:443/search?q=shoes#x'
  expect(split(url, { referrer })).toEqual({
    ...emptyEvent,
    urlPath: '/sale#top',
    urlQuery: url.slice(url.indexOf('?') + 1, url.indexOf('#')),
    hostname: 'shop.example',
    referrerDomain: 'google.com',
    referrerPath: '/search',
    referrerQuery: 'q=shoes',
    utmSource: 'news letter',
    utmMedium: 'e mail',
    utmCampaign: 'a',
    utmContent: null,
    utmTerm: '',
    gclid: 'g1',
    fbclid: 'f1',
    msclkid: 'm1',
    ttclid: 't1',
    liFatId: 'l1',
    twclid: 'w1',
  })
})

describe('path and query', () => {
  test.each([
    ['/', '/', null],
    ['', '/', null],
    ['/docs', '/docs', null],
    ['docs', '/docs', null],
    ['/docs#intro', '/docs#intro', null],
    ['/docs?a=1#intro', '/docs#intro', 'a=1'],
    ['/docs?', '/docs', null],
    ['?a=1', '/', 'a=1'],
    ['https://shop.example', '/', null],
    ['https://shop.example/a%20b?c=%20', '/a b', 'c=%20'],
    ['/caf%C3%A9#%C3%BC', '/café#ü', null],
    ['/a%2Fb', '/a%2Fb', null],
    ['/100%', '/100%', null],
    ['/undefined', '/undefined', null],
    ['/a%00b', '/ab', null],
    ['/../a/./b', '/a/b', null],
    ['/blog/', '/blog/', null],
    ['app://host/x', '/x', null],
    ['/a/.well-known', '/a/.well-known', null],
    ['/a/%2E%2e/b', '/b', null],
    ['/#', '/', null],
    ['//other.example/x', '/x', null],
    ['/a b?c d#e f', '/a b#e f', 'c%20d'],
    ["/a?b='c'", '/a', 'b=%27c%27'],
  ])('%p', (url, urlPath, urlQuery) => {
    expect(split(url)).toEqual({ ...nothing, urlPath, urlQuery })
  })

  test.each([
    ['/?%75tm_source=a', 'a'],
    ['/??utm_source=a', null],
    ['/?utm_source', ''],
    ['/?&utm_source=a=b+c&utm_source=d', 'a=b c'],
    ['/?utm_source=%FF', '\ufffd'],
    ['/?x=utm_source', null],
  ])('the campaign in %p is %p', (url, utmSource) => {
    expect(split(url).utmSource).toBe(utmSource)
  })

  test('a missing address is an empty path', () => {
    expect(split(null)).toEqual({ ...nothing, urlPath: '' })
  })

  test.each([
    ['/', '/'],
    ['/#x', '/#x'],
    ['/blog/', '/blog'],
    ['/blog/#x', '/blog#x'],
    ['/blog//', '/blog/'],
    ['/blog?a=/', '/blog'],
    ['/blog', '/blog'],
  ])('without trailing slash: %s is %s', (url, urlPath) => {
    expect(split(url, { trim: true }).urlPath).toBe(urlPath)
  })

  test('over-long parts are cut', () => {
    const long = 'x'.repeat(1000)
    const url = `/${long}?utm_source=${long}`
    const { urlPath, urlQuery, utmSource, referrerPath, referrerQuery } = split(url, {
      referrer: `https://a.example/${long}?${long}`,
    })
    const lengths = [urlPath, urlQuery, utmSource, referrerPath, referrerQuery].map(
      (part) => part?.length,
    )
    expect(lengths).toEqual([500, 500, 255, 500, 500])
  })
})

describe('host name', () => {
  test.each([
    ['/a', 'www.shop.example', 'www.shop.example'],
    ['https://www.other.example/a', 'shop.example', 'shop.example'],
    ['https://www.Other.example:8080/a', null, 'other.example'],
    ['https://wwwx.example/a', null, 'wwwx.example'],
    ['/a', null, 'localhost'],
    [null, null, 'localhost'],
    ['/a', 'not a host', 'not a host'],
    ['/a', 'localhost:3000', 'localhost:3000'],
  ])('of %s with %s is %s', (url, sent, hostname) => {
    expect(split(url, { hostname: sent }).hostname).toBe(hostname)
    expect(readHost(url, sent)).toBe(hostname)
  })

  test('one that is no host does not spoil the path', () => {
    expect(split('/a?b=1', { hostname: 'not a host' })).toEqual({
      ...nothing,
      hostname: 'not a host',
      urlPath: '/a',
      urlQuery: 'b=1',
    })
  })
})

describe('referrer', () => {
  test.each([
    ['', null, null, null],
    ['https://google.com', 'google.com', '/', null],
    ['https://www.google.com/a%20b?q=%20#h', 'google.com', '/a b', 'q=%20'],
    ['https://wwwx.example/', 'wwwx.example', '/', null],
    ['http://GOOGLE.com:8080/', 'google.com', '/', null],
    ['android-app://com.google.Android.gm/', 'com.google.android.gm', '/', null],
    ['https://bücher.example/', 'xn--bcher-kva.example', '/', null],
    ['https://shop.example/from?x=1', null, '/from', 'x=1'],
    ['https://www.shop.example:8443/from', null, '/from', null],
    ['/from?x=1', null, '/from', 'x=1'],
    ['about:srcdoc', null, null, null],
    ['file:///home/page.html?x=1', null, null, null],
    ['https://sub.shop.example/', 'sub.shop.example', '/', null],
    ['http://1.2.3/', '1.2.0.3', '/', null],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example', '/', null],
    ['https://a--b.example./x', 'a--b.example.', '/x', null],
  ])('%p', (referrer, referrerDomain, referrerPath, referrerQuery) => {
    expect(split('/', { referrer, hostname: 'www.shop.example' })).toEqual({
      ...nothing,
      hostname: 'www.shop.example',
      referrerDomain,
      referrerPath,
      referrerQuery,
    })
  })

  test.each([
    ['bücher.example', 'https://xn--bcher-kva.example/from'],
    ['www.xn--bcher-kva.example', 'https://www.bücher.example/from'],
    ['BÜCHER.example', 'https://xn--bcher-kva.example/from'],
    ['xn--bcher-kva.example', 'https://BÜCHER.example/from'],
    [null, 'https://xn--bcher-kva.example/from'],
  ])('a name has one form: on the own host %p is %p', (hostname, referrer) => {
    const { referrerDomain, referrerPath } = split('https://bücher.example/x', {
      referrer,
      hostname,
    })
    expect([referrerDomain, referrerPath]).toEqual([null, '/from'])
  })

  test.each([null, 'my shop', '%zz', '[::1'])(
    'on the own host, when only the page address names it: hostname %p',
    (hostname) => {
      const { referrerDomain, referrerPath } = split('https://www.a.example/x', {
        referrer: 'http://a.example/y',
        hostname,
      })
      expect([referrerDomain, referrerPath]).toEqual([null, '/y'])
    },
  )

  test.each([
    ['https://www.a.example/x', '/y', null, '/y', null],
    ['http://a.example:8080/x', 'y?z=1', null, '/y', 'z=1'],
    ['http://[::1]:8080/x', '/y', null, '/y', null],
    ['https://a.example/x', '//b.example/y', 'b.example', '/y', null],
    ['/x', '/y', null, '/y', null],
    [null, '/y', null, '/y', null],
  ])('relative to %p, when no hostname was sent: %p', (url, referrer, domain, path, query) => {
    for (const hostname of [null, '', 'my shop']) {
      expect(split(url, { referrer, hostname })).toMatchObject({
        referrerDomain: domain,
        referrerPath: path,
        referrerQuery: query,
      })
    }
  })
})

test.each([
  ['https://shop.example/a%20b?x=1#y', false, '/a%20b'],
  ['/blog/', true, '/blog'],
  ['/blog/', false, '/blog/'],
  [null, false, ''],
])('a measured page: %s', (url, trim, path) => {
  expect(measuredPath(url, 'shop.example', trim)).toBe(path)
})
