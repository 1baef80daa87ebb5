// Events declared in the markup with data-umami-event.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('clicks on marked elements', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  test('send the name and the data attributes, as text with lower-case keys', async () => {
    const body =
      '<button data-umami-event="buy" data-umami-event-Plan="pro" data-umami-event-seats="3">Buy</button>'
    const site = await openSite(browser, { '/': html('Home', body) })
    await site.visit()
    await site.received(1)
    await site.page.click('button')
    expect((await site.received(2))[1]).toEqual({
      type: 'event',
      payload: site.payload('Home', '/', { name: 'buy', data: { plan: 'pro', seats: '3' } }),
    })
  })

  test.each([
    ['inside a button', '<button data-umami-event="outer"><b id="target">Go</b></button>'],
    [
      'inside any marked element, the nearest',
      '<div data-umami-event="far"><p data-umami-event="outer"><i id="target">Go</i></p></div>',
    ],
    ['that is itself a plain element', '<p id="target" data-umami-event="outer">Go</p>'],
    [
      'with an empty name within a marked one',
      '<p data-umami-event="outer"><i id="target" data-umami-event="">Go</i></p>',
    ],
    [
      'whose listener stops the event',
      '<p id="target" data-umami-event="outer" onclick="event.stopPropagation()">Go</p>',
    ],
    [
      'drawn as vector graphics',
      '<svg width="50" height="50" data-umami-event="outer"><rect id="target" width="50" height="50"/></svg>',
    ],
  ])('count for an element %s', async (_, body) => {
    const site = await openSite(browser, { '/': html('Home', body) })
    await site.visit()
    await site.received(1)
    await site.page.click('#target')
    await site.received(2)
    expect((await site.settled()).slice(1)).toEqual([
      { type: 'event', payload: site.payload('Home', '/', { name: 'outer', data: {} }) },
    ])
  })

  test('count inside an open shadow tree', async () => {
    const body = '<div id="host"></div>'
    const site = await openSite(browser, { '/': html('Home', body) })
    await site.visit()
    await site.page.evaluate(() => {
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
      if (root) root.innerHTML = '<button data-umami-event="deep">Go</button>'
    })
    await site.page.click('button')
    expect((await site.received(2))[1]?.payload.name).toBe('deep')
  })

  test('do not count for elements without a mark', async () => {
    const site = await openSite(browser, { '/': html('Home', '<button>Go</button>') })
    await site.visit()
    await site.received(1)
    await site.page.click('button')
    expect(await site.settled()).toHaveLength(1)
  })

  describe('on links', () => {
    const marked = (attributes: string, inside = 'Go') =>
      html('Home', `<a href="/next" data-umami-event="go" ${attributes}>${inside}</a>`)
    const sentNames = (messages: { payload: Record<string, unknown> }[]) =>
      messages.map(({ payload }) => payload.name ?? payload.title)

    test.each([
      ['', 'Go'],
      ['target="_self"', 'Go'],
      ['', '<b>Go</b>'],
      ['rel="noreferrer"', 'Go'],
    ])('send the event, then follow the link (%s, %s)', async (attributes, inside) => {
      const order: string[] = []
      const site = await openSite(
        browser,
        { '/': marked(attributes, inside), '/next': html('Next') },
        {
          answer(count) {
            if (count === 2) order.push('answered')
            return Response.json({ cache: 'token' })
          },
        },
      )
      await site.visit()
      await site.received(1)
      await site.page.click('a')
      await site.page.waitForURL('**/next')
      order.push('followed')
      await site.received(3)
      expect(sentNames(site.messages)).toEqual(['Home', 'go', 'Next'])
      expect(order).toEqual(['answered', 'followed'])
      // The link's own wish about referrers is kept.
      const referrer = attributes.includes('noreferrer') ? '' : '/'
      expect(site.messages[2]?.payload.referrer).toBe(referrer)
    })

    test('do not wait longer than half a second for a slow server', async () => {
      const site = await openSite(
        browser,
        { '/': marked(''), '/next': '<title>Next</title>' },
        { answer: (count) => (count === 2 ? new Promise(() => {}) : Response.json({})) },
      )
      await site.visit()
      await site.received(1)
      await site.page.click('a')
      await site.page.waitForURL('**/next')
      expect(sentNames(site.messages)).toEqual(['Home', 'go'])
    })

    test.each([
      ['a new tab', 'target="_blank"', []],
      ['a modified click', '', ['ControlOrMeta'] as const],
      ['a shifted click', '', ['Shift'] as const],
    ])('%s opens by itself and the page stays', async (_, attributes, modifiers) => {
      const site = await openSite(browser, { '/': marked(attributes), '/next': '<p>Next' })
      await site.visit()
      await site.received(1)
      const opened = site.page.context().waitForEvent('page')
      await site.page.click('a', { modifiers: [...modifiers] })
      await (await opened).waitForURL(`${site.origin}/next`)
      await site.received(2)
      expect(sentNames(site.messages)).toEqual(['Home', 'go'])
      expect(site.page.url()).toBe(`${site.origin}/`)
      expect(site.page.context().pages()).toHaveLength(2)
    })

    test('target="_top" leaves the frame', async () => {
      const site = await openSite(browser, {
        '/': '<iframe src="/framed"></iframe>',
        '/framed': marked('target="_top"'),
        '/next': '<title>Next</title>',
      })
      await site.visit()
      await site.received(1)
      await site.page.frameLocator('iframe').locator('a').click()
      await site.page.waitForURL('**/next')
      expect(sentNames(await site.received(2))).toEqual(['Home', 'go'])
    })

    test('an app that follows its links itself is left alone', async () => {
      const app = `<script>
        document.body.addEventListener('click', (event) => {
          if (event.defaultPrevented) return
          event.preventDefault()
          history.pushState({}, '', '/next')
          document.title = 'Next'
        })
      </script>`
      const site = await openSite(browser, { '/': `${marked('')}${app}` })
      await site.visit()
      await site.received(1)
      await site.page.evaluate('window.stayed = true')
      await site.page.click('a')
      expect(sentNames(await site.received(3))).toEqual(['Home', 'go', 'Next'])
      expect(await site.page.evaluate<unknown>('stayed')).toBe(true)
    })

    test('listeners of the link run once', async () => {
      const site = await openSite(browser, {
        '/': marked('onclick="localStorage.clicks = +(localStorage.clicks || 0) + 1"'),
        '/next': '<title>Next</title>',
      })
      await site.visit()
      await site.received(1)
      await site.page.click('a')
      await site.page.waitForURL('**/next')
      expect(await site.page.evaluate(() => localStorage.clicks)).toBe('1')
    })

    test('when tracking is switched off, links are followed at once', async () => {
      const site = await openSite(browser, { '/': marked(''), '/next': '<title>Next</title>' })
      await site.page.addInitScript(() => localStorage.setItem('umami.disabled', '1'))
      await site.visit()
      await site.page.click('a')
      await site.page.waitForURL('**/next')
      expect(await site.settled()).toEqual([])
    })
  })
})
