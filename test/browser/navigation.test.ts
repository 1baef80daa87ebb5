// Page views without a new document, and where visitors come from.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('navigation', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  test('pushState is a page view 300 ms later, with the title of then', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.clock.install()
    await site.visit()
    await site.received(1)
    await site.page.clock.pauseAt(Date.now() + 60_000)
    await site.page.evaluate(() => history.pushState({}, '', 'shop?page=2#top'))
    await site.page.clock.runFor(299)
    expect(await site.settled()).toHaveLength(1)
    await site.page.evaluate(() => {
      document.title = 'Shop'
    })
    await site.page.clock.runFor(1)
    expect((await site.received(2))[1]).toEqual({
      type: 'event',
      payload: site.payload('Shop', '/shop?page=2#top', { referrer: `${site.origin}/` }),
    })
  })

  test('each further view has the one before as its referrer', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.visit()
    await site.received(1)
    await site.page.evaluate(() => history.pushState({}, '', '/a'))
    await site.received(2)
    await site.page.evaluate(() => history.replaceState({}, '', new URL('/b', location.href)))
    await site.received(3)
    const { origin } = site
    expect(site.messages.map(({ payload }) => [payload.url, payload.referrer])).toEqual([
      [`${origin}/`, ''],
      [`${origin}/a`, `${origin}/`],
      [`${origin}/b`, `${origin}/a`],
    ])
  })

  test('views less than 300 ms apart keep their own addresses', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.visit()
    await site.received(1)
    await site.page.evaluate(() => {
      history.pushState({}, '', '/a')
      history.pushState({}, '', '/b')
    })
    await site.received(3)
    const { origin } = site
    expect(site.messages.slice(1).map(({ payload }) => [payload.url, payload.referrer])).toEqual([
      [`${origin}/a`, `${origin}/`],
      [`${origin}/b`, `${origin}/a`],
    ])
  })

  test('a view that the next one overtakes has the title of then', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.visit()
    await site.received(1)
    await site.page.evaluate(() => {
      for (const name of ['A', 'B', 'C']) {
        history.pushState({}, '', name)
        document.title = name
      }
    })
    await site.received(4)
    expect((await site.viewsSettled()).map(({ payload }) => [payload.url, payload.title])).toEqual([
      [`${site.origin}/`, 'Home'],
      [`${site.origin}/A`, 'A'],
      [`${site.origin}/B`, 'B'],
      [`${site.origin}/C`, 'C'],
    ])
  })

  test('a view that a step back overtakes has the title of then, its measurement too', async () => {
    const site = await openSite(browser, { '/': html('Home', '', 'data-performance="true"') })
    await site.page.clock.install()
    await site.visit()
    await site.received(1)
    await site.page.evaluate(() => {
      history.pushState({}, '', '/a')
      document.title = 'A'
      addEventListener('popstate', () => {
        document.title = 'Home'
      })
    })
    await site.page.goBack()
    expect(await site.page.title()).toBe('Home')
    await site.page.clock.fastForward(300)
    await site.page.clock.fastForward(10_000)
    await site.received(4)
    await site.page.evaluate('umami.track("seen")')
    const sent = (await site.received(5)).map(({ type, payload }) => [
      type,
      payload.url,
      payload.title,
    ])
    expect(sent).toEqual([
      ['event', `${site.origin}/`, 'Home'],
      ['performance', `${site.origin}/`, 'Home'],
      ['event', `${site.origin}/a`, 'A'],
      ['performance', `${site.origin}/a`, 'A'],
      ['event', `${site.origin}/`, 'Home'],
    ])
  })

  test('a visitor who leaves before a view has its title is counted', async () => {
    const site = await openSite(browser, { '/': html('Home'), '/next': '<title>Next</title>' })
    await site.page.clock.install()
    await site.visit()
    await site.received(1)
    await site.page.evaluate(() => {
      history.pushState({}, '', '/a')
      document.title = 'A'
    })
    await site.page.goto(`${site.origin}/next`)
    expect((await site.received(2))[1]).toEqual({
      type: 'event',
      payload: site.payload('A', '/a', { referrer: `${site.origin}/` }),
    })
    expect(await site.settled()).toHaveLength(2)
  })

  test('the same address, no address or a refused one is no view', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.clock.install()
    await site.visit()
    await site.received(1)
    const refusal = await site.page.evaluate(() => {
      history.replaceState({ scroll: 10 }, '', location.href)
      history.pushState({ open: 'menu' }, '')
      history.pushState({}, '', null)
      try {
        history.pushState({}, '', 'https://elsewhere.example/')
        return 'none'
      } catch (error) {
        return (error as DOMException).name
      }
    })
    await site.page.clock.fastForward(1_000)
    expect(await site.settled()).toHaveLength(1)
    expect(refusal).toBe('SecurityError')
  })

  test('history calls keep their effect and their state', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.visit()
    const seen = await site.page.evaluate(() => {
      const returned = history.pushState({ step: 2 }, '', '/two')
      return [returned, history.state, history.length, location.pathname]
    })
    expect(seen).toEqual([undefined, { step: 2 }, 3, '/two'])
  })

  test('what another script makes of the history calls is kept', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.addInitScript(() => {
      const original = history.pushState
      history.pushState = (...args) => {
        original.apply(history, args)
        return 'pushed' as unknown as undefined
      }
    })
    await site.visit()
    const returned = await site.page.evaluate<unknown>("history.pushState({}, '', '/two')")
    expect(returned).toBe('pushed')
    expect((await site.received(2))[1]?.payload.url).toBe(`${site.origin}/two`)
  })

  test('going back is a view only when the app replaces the state', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.clock.install()
    await site.visit()
    await site.page.evaluate(() => history.pushState({}, '', '/a'))
    await site.page.clock.fastForward(300)
    await site.received(2)
    await site.page.goBack()
    await site.page.clock.fastForward(1_000)
    expect(await site.settled()).toHaveLength(2)

    // An event after that belongs to the page that is shown.
    await site.page.evaluate('umami.track("seen")')
    expect((await site.received(3))[2]?.payload.url).toBe(`${site.origin}/`)

    await site.page.evaluate(() => history.replaceState({}, '', location.href))
    await site.page.clock.fastForward(300)
    expect((await site.received(4))[3]).toEqual({
      type: 'event',
      payload: site.payload('Home', '/', { referrer: `${site.origin}/a` }),
    })
  })

  test('a jump to an anchor is no view and leaves the address of events as it was', async () => {
    const site = await openSite(browser, { '/': html('Home', '<a href="#end">End</a>') })
    await site.page.clock.install()
    await site.visit()
    await site.page.click('a')
    await site.page.clock.fastForward(1_000)
    await site.page.evaluate('umami.track("seen")')
    await site.received(2)
    expect(await site.settled()).toEqual([
      { type: 'event', payload: site.payload('Home') },
      { type: 'event', payload: site.payload('Home', '/', { name: 'seen' }) },
    ])
  })

  test('a page of the same site is a referrer by path, another site by its address', async () => {
    const other = await openSite(browser, {}, { hostname: 'other.localhost' })
    const site = await openSite(browser, {
      '/a': html('A', '<a href="/b">B</a>'),
      '/b': html('B', `<a href="/leave">C</a>`),
    })
    await site.page.goto(`${site.origin}/a?x=1`, { referer: `${other.origin}/links` })
    await site.received(1)
    await site.page.click('a')
    await site.received(2)
    expect(site.messages.map(({ payload }) => payload.referrer)).toEqual([
      `${other.origin}/links`,
      '/a?x=1',
    ])
  })

  test('a visitor who leaves before everything has loaded is counted', async () => {
    const body = '<img src="/never.png">'
    const site = await openSite(browser, { '/': html('Slow', body), '/next': '<p>Next' })
    await site.page.route('**/never.png', () => {})
    await site.page.goto(site.origin, { waitUntil: 'domcontentloaded' })
    expect(await site.settled()).toEqual([])
    await site.page.goto(`${site.origin}/next`)
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Slow') }])
  })
})
