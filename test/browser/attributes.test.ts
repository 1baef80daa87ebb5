// What each attribute of the script tag changes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite, scriptTag, website } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('attributes of the script tag', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  const trackTwice = 'umami.track().then(() => umami.track("late"))'

  test('without any, a page view sends website, screen, language, title and address', async () => {
    const site = await openSite(browser, { '/a': html('First') })
    await site.visit('/a?x=1#part')
    expect(await site.received(1)).toEqual([
      { type: 'event', payload: site.payload('First', '/a?x=1#part') },
    ])
    await site.settled()
    expect(site.messages).toHaveLength(1)
    expect(site.cookies).toEqual([null])
  })

  test('without a website id nothing is sent, and the functions are there', async () => {
    const site = await openSite(browser, { '/': '<script src="/script.js"></script>' })
    await site.visit()
    await site.page.evaluate(trackTwice)
    expect(await site.settled()).toEqual([])
  })

  test('data-host-url sends to another host, with or without a slash at its end', async () => {
    const other = await openSite(browser, {}, { hostname: 'other.localhost' })
    const site = await openSite(browser, {
      '/a': html('A', '', `data-host-url="${other.origin}/"`),
      '/b': html('B', '', `data-host-url="${other.origin}/stats"`),
    })
    await site.visit('/a')
    await other.received(1)
    await site.visit('/b')
    expect(await other.received(2)).toEqual([
      { type: 'event', payload: site.payload('A', '/a') },
      { type: 'event', payload: site.payload('B', '/b', { referrer: '' }) },
    ])
    expect(site.messages).toEqual([])
  })

  test('a script in a folder sends to the root, as the server serves it', async () => {
    const tag = scriptTag().replace('/script.js', '/assets/js/count.js?v=1/2')
    const site = await openSite(browser, { '/': `<title>Home</title>${tag}` })
    await site.visit()
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
  })

  test('data-auto-track="false" leaves only the functions', async () => {
    const body = '<button data-umami-event="press">Press</button>'
    const site = await openSite(browser, {
      '/': html('Home', body, 'data-auto-track="false" data-performance="true"'),
    })
    await site.page.clock.install()
    await site.visit()
    await site.page.click('button')
    await site.page.evaluate(() => history.pushState(null, '', '/next'))
    await site.page.clock.fastForward(11_000)
    expect(await site.settled()).toEqual([])
    await site.page.evaluate('umami.track("by hand")')
    expect(await site.received(1)).toEqual([
      { type: 'event', payload: site.payload('Home', '/next', { name: 'by hand' }) },
    ])
  })

  test('data-auto-pageview="false" keeps clicks and drops every page view', async () => {
    const body = '<button data-umami-event="press">Press</button>'
    const site = await openSite(browser, { '/': html('Home', body, 'data-auto-pageview="false"') })
    await site.page.clock.install()
    await site.visit()
    await site.page.evaluate(() => history.pushState(null, '', '/next'))
    await site.page.clock.fastForward(1_000)
    await site.page.click('button')
    await site.received(1)
    expect(await site.settled()).toEqual([
      {
        type: 'event',
        payload: site.payload('Home', '/next', {
          referrer: `${site.origin}/`,
          name: 'press',
          data: {},
        }),
      },
    ])
  })

  test.each([
    ['localhost', 1],
    ['example.com, localhost', 1],
    ['example.com', 0],
    ['ocalhost,www.localhost', 0],
  ])('data-domains="%s" sends %d page views from localhost', async (domains, count) => {
    const site = await openSite(browser, { '/': html('Home', '', `data-domains="${domains}"`) })
    await site.visit()
    await site.received(count)
    expect(await site.settled()).toHaveLength(count)
  })

  test('data-tag is in every payload', async () => {
    const site = await openSite(browser, { '/': html('Home', '', 'data-tag="variant-b"') })
    await site.visit()
    await site.received(1)
    await site.page.evaluate('umami.track("sale")')
    expect(await site.received(2)).toEqual([
      { type: 'event', payload: site.payload('Home', '/', { tag: 'variant-b' }) },
      { type: 'event', payload: site.payload('Home', '/', { tag: 'variant-b', name: 'sale' }) },
    ])
  })

  test.each([
    ['data-exclude-search="true"', '/b#two', '/a#one'],
    ['data-exclude-hash="true"', '/b?q=2', '/a?q=1'],
    ['data-exclude-search="true" data-exclude-hash="true"', '/b', '/a'],
    ['data-exclude-search="false" data-exclude-hash="false"', '/b?q=2#two', '/a?q=1#one'],
  ])('%s is applied to address and referrer', async (attributes, url, referrer) => {
    const site = await openSite(browser, { '/a': html('Home', '', attributes) })
    await site.visit('/a?q=1#one')
    await site.page.evaluate(() => history.pushState(null, '', '/b?q=2#two'))
    const [first, second] = await site.received(2)
    expect(first?.payload.url).toBe(site.origin + referrer)
    expect(second?.payload.url).toBe(site.origin + url)
    expect(second?.payload.referrer).toBe(site.origin + referrer)
  })

  test.each([
    ['navigator', 'doNotTrack', '1', 0],
    ['navigator', 'doNotTrack', 'yes', 0],
    ['navigator', 'doNotTrack', 1, 0],
    ['navigator', 'doNotTrack', '0', 1],
    ['navigator', 'doNotTrack', 'unspecified', 1],
    ['navigator', 'msDoNotTrack', '1', 0],
    ['window', 'doNotTrack', '1', 0],
  ])('data-do-not-track with %s.%s = %p sends %d', async (owner, name, value, count) => {
    const site = await openSite(browser, { '/': html('Home', '', 'data-do-not-track="true"') })
    const define = `Object.defineProperty(${owner}, '${name}', { value: ${JSON.stringify(value)} })`
    await site.page.addInitScript(define)
    await site.visit()
    await site.received(count)
    expect(await site.settled()).toHaveLength(count)
  })

  test('without data-do-not-track the wish of the browser is not asked for', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.addInitScript(`Object.defineProperty(navigator, 'doNotTrack', { value: '1' })`)
    await site.visit()
    expect(await site.received(1)).toHaveLength(1)
  })

  test('data-distinct-id identifies before the first page view', async () => {
    const order = 'order = []; filter = (type, payload) => { order.push(type); return payload }'
    const attributes = 'data-distinct-id="user-42" data-before-send="filter"'
    const site = await openSite(browser, {
      '/': html('Home', `<script>${order}</script>`, attributes),
    })
    await site.visit()
    await site.received(2)
    const payload = site.payload('Home', '/', { id: 'user-42' })
    expect(site.messages).toContainEqual({ type: 'identify', payload })
    expect(site.messages).toContainEqual({ type: 'event', payload })
    expect(await site.page.evaluate<unknown>('order')).toEqual(['identify', 'event'])
  })

  test.each([
    ['', null],
    ['data-fetch-credentials="omit"', null],
    ['data-fetch-credentials="include"', 'known=yes'],
  ])('credentials with "%s"', async (attribute, cookie) => {
    const site = await openSite(browser, { '/': html('Home', '', attribute) })
    await site.page.context().addCookies([{ name: 'known', value: 'yes', url: site.origin }])
    await site.visit()
    await site.received(1)
    expect(site.cookies).toEqual([cookie])
  })

  describe('data-before-send', () => {
    const withFilter = (filter: string) =>
      html('Home', `<script>${filter}</script>`, 'data-before-send="filter"')

    test.each([
      [
        'changes what is sent',
        'function filter(type, payload) { return { ...payload, title: type } }',
      ],
      [
        'may take its time',
        `function filter(type, payload) {
          return new Promise((resolve) => setTimeout(resolve, 20, { ...payload, title: type }))
        }`,
      ],
    ])('%s', async (_, filter) => {
      const site = await openSite(browser, { '/': withFilter(filter) })
      await site.visit()
      expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('event') }])
    })

    test.each([
      ['cancels with null', 'function filter() { return null }'],
      ['cancels with a promise of nothing', 'async function filter() {}'],
      ['cancels when it fails', 'function filter() { throw new Error("broken") }'],
    ])('%s', async (_, filter) => {
      const site = await openSite(browser, { '/': withFilter(filter) })
      await site.visit()
      await site.page.evaluate(trackTwice)
      expect(await site.settled()).toEqual([])
    })

    test('is passed over while there is no such function', async () => {
      const site = await openSite(browser, { '/': withFilter('') })
      await site.visit()
      expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
    })
  })

  test('two tags count for two websites', async () => {
    const second = 'a3d4a8c5-0f4e-4f53-9f10-7c2d4b7f1e11'
    const tags = scriptTag() + scriptTag().replace(website, second)
    const site = await openSite(browser, { '/': `<title>Home</title>${tags}` })
    await site.visit()
    await site.received(2)
    const websites = site.messages.map(({ payload }) => payload.website)
    expect(websites.toSorted()).toEqual([website, second])
  })

  /** A page whose settings are given before the tag. */
  const withSettings = (settings: object, tag: string) =>
    `<title>Home</title><link rel="icon" href="data:,">
     <script>window.umamiConfig = ${JSON.stringify(settings)}</script>${tag}`

  test('window.umamiConfig is read where the tag has no such attribute', async () => {
    const settings = {
      websiteId: website,
      tag: 'b',
      domains: ['example.com', 'localhost'],
      excludeSearch: true,
      distinctId: 'anna',
    }
    const site = await openSite(browser, {
      '/a': withSettings(settings, '<script defer src="/script.js"></script>'),
    })
    await site.visit('/a?x=1')
    const payload = site.payload('Home', '/a', { tag: 'b', id: 'anna' })
    expect(await site.received(2)).toEqual([
      { type: 'identify', payload },
      { type: 'event', payload },
    ])
  })

  test('attributes win over window.umamiConfig, and false is a setting', async () => {
    const settings = { websiteId: 'another', tag: 'b', autoPageview: false }
    const site = await openSite(browser, {
      '/': withSettings(settings, scriptTag('data-tag="a"')),
    })
    await site.visit()
    await site.page.evaluate('umami.track("by hand")')
    await site.received(1)
    expect(await site.settled()).toEqual([
      { type: 'event', payload: site.payload('Home', '/', { tag: 'a', name: 'by hand' }) },
    ])
  })

  test.each(['null', '"text"', '[]', '{ "domains": null }'])(
    'window.umamiConfig = %s changes nothing',
    async (settings) => {
      const page = `<script>window.umamiConfig = ${settings}</script>`
      const site = await openSite(browser, { '/': `${page}${html('Home')}` })
      await site.visit()
      expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
    },
  )

  test('an element of the name umamiConfig is no settings', async () => {
    const form = '<form id="umamiConfig"><input name="websiteId"><input name="tag"></form>'
    const site = await openSite(browser, { '/': html('Home', form) })
    await site.visit()
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
  })
})
