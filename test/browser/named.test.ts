// Pages whose elements or variables have the names of what the script reads.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite, scriptTag } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('names of the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  test.each([
    ['the tag itself', html('Home').replace('<script', '<script id="umami"')],
    ['an element', html('Home', '<div id="umami">Statistics</div>')],
    ['two elements', html('Home', '<i id="umami"></i><i id="umami"></i>')],
    ['a form', html('Home', '<form name="umami"></form>')],
    ['a frame', html('Home', '<iframe name="umami"></iframe>')],
    ['an empty variable', html('Home', '<script>var umami</script>')],
  ])('%s called umami does not hide the functions', async (_, page) => {
    const site = await openSite(browser, { '/': page })
    await site.visit()
    await site.received(1)
    await site.page.evaluate('umami.track("sale")')
    expect(await site.received(2)).toEqual([
      { type: 'event', payload: site.payload('Home') },
      { type: 'event', payload: site.payload('Home', '/', { name: 'sale' }) },
    ])
  })

  const documentNames = [
    'title',
    'referrer',
    'currentScript',
    'readyState',
    'prerendering',
    'hidden',
    'addEventListener',
    'querySelector',
    'querySelectorAll',
  ]

  test.each([
    ['images', (name: string) => `<img name="${name}">`],
    ['forms', (name: string) => `<form name="${name}"></form>`],
    ['frames', (name: string) => `<iframe name="${name}"></iframe>`],
    ['embedded objects', (name: string) => `<object name="${name}"></object>`],
    ['pairs of images', (name: string) => `<img name="${name}">`.repeat(2)],
  ])('%s that hide what the document says', async (_, element) => {
    const body = `${documentNames.map(element).join('')}<p data-umami-event="press">Press</p>`
    const site = await openSite(browser, {
      '/': html('Home', body, 'data-performance="true"'),
      '/from': '<a href="/">Home</a>',
    })
    await site.visit('/from')
    await site.page.click('a')
    await site.received(1)
    // A view that ends before anything is painted has no first paint to report.
    await site.page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
      undefined,
      { polling: 20 },
    )
    await site.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(() => {
            history.pushState({}, '', '/next')
            resolve()
          })
        }),
    )
    // The measurement of the first view, and the second view.
    await site.received(3)
    await site.page.click('p')
    const messages = await site.received(4)
    const { origin } = site
    expect(messages).toEqual([
      { type: 'event', payload: site.payload('Home', '/', { referrer: '/from' }) },
      {
        type: 'performance',
        payload: expect.objectContaining({ fcp: expect.any(Number), title: 'Home' }),
      },
      { type: 'event', payload: site.payload('Home', '/next', { referrer: `${origin}/` }) },
      {
        type: 'event',
        payload: site.payload('Home', '/next', {
          referrer: `${origin}/`,
          name: 'press',
          data: {},
        }),
      },
    ])
  })

  test('a module finds its tag behind elements that hide the search', async () => {
    const tag = scriptTag().replace('defer', 'type="module"')
    const site = await openSite(browser, {
      '/': `<title>Home</title><img name="querySelectorAll"><img name="currentScript">${tag}`,
    })
    await site.visit()
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
  })

  test('a referrer that a script of the page puts in the place of the real one counts', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    // Tools that send visitors to another version of a page keep their referrer like this.
    await site.page.addInitScript(() => {
      Object.defineProperty(document, 'referrer', { value: 'https://search.example/' })
    })
    await site.visit()
    const [message] = await site.received(1)
    expect(message?.payload.referrer).toBe('https://search.example/')
  })

  test('inputs that hide what a form can do', async () => {
    const names = ['getAttribute', 'attributes', 'tagName', 'action', 'href', 'closest']
    const inputs = names.map((name) => `<input name="${name}">`).join('')
    const body = `<form data-umami-event="go" data-umami-event-plan="pro">${inputs}<b>Go</b></form>`
    const site = await openSite(browser, { '/': html('Home', body) })
    await site.visit()
    await site.received(1)
    await site.page.click('b')
    expect((await site.received(2))[1]).toEqual({
      type: 'event',
      payload: site.payload('Home', '/', { name: 'go', data: { plan: 'pro' } }),
    })
  })

  test('a link in a form whose inputs hide what it can do is followed after its event', async () => {
    const body = `<form><input name="getAttribute"><input name="tagName">
      <a href="/next" data-umami-event="go">Go</a></form>`
    const site = await openSite(browser, { '/': html('Home', body), '/next': '<title>Next' })
    await site.visit()
    await site.received(1)
    await site.page.evaluate(() => document.links[0]?.click())
    await site.page.waitForURL('**/next')
    expect((await site.received(2))[1]?.payload.name).toBe('go')
  })

  test.each(['null', '"home"', '{}', '[]'])('a variable screen = %s', async (value) => {
    const site = await openSite(browser, {
      '/': html('Home', `<script>var screen = ${value}</script>`),
    })
    await site.visit()
    const { screen: _, ...payload } = site.payload('Home')
    expect(await site.received(1)).toEqual([{ type: 'event', payload }])
  })

  test.each(['var URL = "https://cdn.example/"', 'function URL() {}', 'const URL = null'])(
    '%s leaves addresses without what the tag excludes',
    async (script) => {
      const attributes = 'data-exclude-search="true" data-exclude-hash="true"'
      const page = html('Home', `<script>${script}</script>`, attributes)
      const site = await openSite(browser, { '/a': page })
      await site.visit('/a?mail=ann@example.com#token')
      expect(await site.received(1)).toEqual([
        { type: 'event', payload: site.payload('Home', '/a') },
      ])
    },
  )

  test('a question mark in the hash is not taken for a query', async () => {
    const site = await openSite(browser, { '/a': html('Home', '', 'data-exclude-search="true"') })
    await site.visit('/a#/list?page=2')
    const [message] = await site.received(1)
    expect(message?.payload.url).toBe(`${site.origin}/a#/list?page=2`)
  })

  test('an element called doNotTrack does not hide the wish of the browser', async () => {
    const page = html('Home', '<i id="doNotTrack"></i>', 'data-do-not-track="true"')
    const site = await openSite(browser, { '/': page })
    await site.page.addInitScript(`Object.defineProperty(navigator, 'doNotTrack', { value: '1' })`)
    await site.visit()
    await site.page.evaluate('umami.track("sale")')
    expect(await site.settled()).toEqual([])
  })

  test.each(['<i id="filter"></i>', '<object id="filter"></object>', '<embed id="filter">'])(
    '%s is no function of data-before-send',
    async (element) => {
      const page = html('Home', element, 'data-before-send="filter"')
      const site = await openSite(browser, { '/': page })
      await site.visit()
      expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
    },
  )

  test.each(['null', '{ getItem() { throw new Error("refused") } }', '{}'])(
    'localStorage that is %s',
    async (value) => {
      const site = await openSite(browser, { '/': html('Home') })
      await site.page.addInitScript(
        `Object.defineProperty(window, 'localStorage', { get: () => (${value}) })`,
      )
      await site.visit()
      expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
    },
  )
})
