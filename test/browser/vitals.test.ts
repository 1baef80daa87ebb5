// Web vitals: one message per view with data-performance.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('web vitals', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  const measured = html('Home', '<h1>Hello</h1><button>Press</button>', 'data-performance="true"')

  const hide = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })

  const unsteady = `<main style="height:360px;background:#ccc">Hello</main><button>Press</button><script>
      document.querySelector('button').addEventListener('click', () => {
        const end = performance.now() + 120
        while (performance.now() < end);
      })
    </script>`

  /** Moves what an unsteady page shows and presses its slow button, until the browser knows it. */
  const shiftAndPress = async (page: Page) => {
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      await frame()
      await frame()
      const main = document.querySelector('main')
      if (main) main.style.marginTop = '200px'
      await frame()
      await frame()
    })
    await page.click('button')
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
        ),
    )
  }

  test('of a real page are sent when it is left', async () => {
    const site = await openSite(browser, { '/': measured, '/next': '<title>Next</title>' })
    await site.visit()
    await site.received(1)
    await site.page.click('button')
    await site.page.goto(`${site.origin}/next`)
    const { type, payload } = (await site.received(2))[1] ?? {}
    expect(type).toBe('performance')
    const { ttfb, fcp, lcp, cls, inp, duration, ...page } = payload ?? {}
    expect(page).toEqual(site.payload('Home'))
    for (const value of [ttfb, fcp, lcp, duration]) {
      expect(value).toBeGreaterThan(0)
      expect(value).toBeLessThan(60_000)
    }
    expect(lcp).toBeGreaterThanOrEqual(Number(fcp))
    expect(fcp).toBeGreaterThanOrEqual(Number(ttfb))
    expect(cls).toBe(0)
    // A quick answer to the click is shorter than what browsers measure at all.
    expect(['number', 'undefined']).toContain(typeof inp)
  })

  test('of a real page are sent when its tab is hidden, and not again', async () => {
    const site = await openSite(browser, { '/': measured, '/next': '<title>Next</title>' })
    await site.visit()
    await site.received(1)
    await hide(site.page)
    await site.received(2)
    await hide(site.page)
    await site.visit('/next')
    await site.settled()
    expect(site.messages.map(({ type }) => type)).toEqual(['event', 'performance'])
  })

  test('are not sent without the attribute', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.visit()
    await site.received(1)
    await hide(site.page)
    expect(await site.settled()).toHaveLength(1)
  })

  test('a shifted layout and a slow answer to a click are seen', async () => {
    const site = await openSite(browser, { '/': html('Home', unsteady, 'data-performance="true"') })
    await site.visit()
    await site.received(1)
    await shiftAndPress(site.page)
    await hide(site.page)
    const { payload } = (await site.received(2))[1] ?? {}
    expect(payload?.cls).toBeGreaterThan(0.05)
    expect(payload?.inp).toBeGreaterThanOrEqual(120)
  })

  test('shifts and interactions of a view are not those of the next', async () => {
    const site = await openSite(browser, {
      '/': html('Home', unsteady, 'data-performance="true"'),
    })
    await site.visit()
    await site.received(1)
    await shiftAndPress(site.page)
    await site.page.evaluate(() => history.pushState({}, '', '/two'))
    await site.received(2)
    await hide(site.page)
    const vitals = (await site.received(3)).filter(({ type }) => type === 'performance')
    expect(vitals[0]?.payload.inp).toBeGreaterThanOrEqual(120)
    const { duration, ...payload } = vitals[1]?.payload ?? {}
    expect(payload).toEqual(site.payload('Home', '/two', { referrer: `${site.origin}/`, cls: 0 }))
  })

  describe('by hand-made measurements', () => {
    // Replaces the browser's clocks: tests feed entries and read the message.
    const fakeClocks = () => {
      const page = window as unknown as {
        feed: (entry: object) => void
        PerformanceObserver: unknown
      }
      const waiting: object[] = []
      page.feed = (entry) => waiting.push(entry)
      page.PerformanceObserver = class {
        static supportedEntryTypes = ['paint', 'largest-contentful-paint', 'layout-shift', 'event']
        observe() {}
        takeRecords() {
          return waiting.splice(0)
        }
      }
      const getEntriesByType = () => [{ responseStart: 130.26, activationStart: 100 }]
      Object.defineProperty(performance, 'getEntriesByType', { value: getEntriesByType })
      Object.defineProperty(performance, 'interactionCount', { value: 0, writable: true })
    }

    const openMeasured = async () => {
      const site = await openSite(browser, { '/': measured })
      await site.page.clock.install()
      await site.page.addInitScript(fakeClocks)
      await site.visit()
      await site.received(1)
      return site
    }

    const feed = (page: Page, entries: object[]) =>
      page.evaluate((list) => {
        for (const entry of list) (window as unknown as { feed(e: object): void }).feed(entry)
      }, entries)

    test('paint and server times count from activation, after 10 seconds', async () => {
      const site = await openMeasured()
      await feed(site.page, [
        { entryType: 'paint', name: 'first-paint', startTime: 300 },
        { entryType: 'paint', name: 'first-contentful-paint', startTime: 350 },
        { entryType: 'largest-contentful-paint', name: '', startTime: 400 },
        { entryType: 'largest-contentful-paint', name: '', startTime: 900.04 },
      ])
      await site.page.clock.fastForward(10_000)
      const { payload } = (await site.received(2))[1] ?? {}
      const { duration, ...rest } = payload ?? {}
      // 130.26 − 100, 350 − 100, 900.04 − 100; no shift is a shift of 0; no interaction, no inp.
      expect(rest).toEqual(site.payload('Home', '/', { ttfb: 30.3, fcp: 250, lcp: 800, cls: 0 }))
      expect(typeof duration).toBe('number')
    })

    test('layout shift is the worst window: gaps under 1 s, at most 5 s in all', async () => {
      const site = await openMeasured()
      const shift = (startTime: number, value: number, hadRecentInput = false) => ({
        entryType: 'layout-shift',
        startTime,
        value,
        hadRecentInput,
      })
      await feed(site.page, [
        // 0.1 + 0.05 = 0.15, then a gap of 1 s ends the window.
        shift(200, 0.1),
        shift(1199, 0.05),
        // 0.04 × 6 within 5 s = 0.24; the seventh is 5.4 s after the first and starts a new one.
        shift(2199, 0.04),
        shift(3099, 0.04),
        shift(3999, 0.04),
        shift(4899, 0.04),
        shift(5799, 0.04),
        shift(6699, 0.04),
        shift(7599, 0.04),
        // Caused by the visitor: does not count.
        shift(7700, 0.9, true),
      ])
      await site.page.clock.fastForward(10_000)
      expect((await site.received(2))[1]?.payload.cls).toBe(0.24)
    })

    test('interaction is the longest up to 49, then leaves out one in 50', async () => {
      const site = await openMeasured()
      const event = (interactionId: number, duration: number) => ({
        entryType: 'event',
        startTime: 500,
        interactionId,
        duration,
      })
      const entries = [event(1, 120), event(1, 200), event(2, 80), event(3, 160), event(0, 999)]
      await feed(site.page, entries)
      await hide(site.page)
      expect((await site.received(2))[1]?.payload.inp).toBe(200)

      await site.page.evaluate(() => history.pushState({}, '', '/next'))
      await feed(site.page, entries)
      await site.page.evaluate(() => {
        Object.assign(performance, { interactionCount: 50 })
      })
      await site.page.clock.fastForward(10_000)
      // Fifty interactions: the second longest.
      const vitals = (await site.received(4)).filter(({ type }) => type === 'performance')
      expect(vitals[1]?.payload.inp).toBe(160)
    })

    test('a new view of an app sends the old one and starts again without load times', async () => {
      const site = await openMeasured()
      await feed(site.page, [
        { entryType: 'paint', name: 'first-contentful-paint', startTime: 350 },
        { entryType: 'layout-shift', startTime: 500, value: 0.3 },
      ])
      await site.page.evaluate(() => {
        history.pushState({}, '', '/two')
        document.title = 'Two'
      })
      await site.received(2)
      await site.page.clock.fastForward(300)
      await site.received(3)
      await feed(site.page, [{ entryType: 'layout-shift', startTime: 900, value: 0.02 }])
      await site.page.clock.fastForward(9_700)
      await site.received(4)
      await site.page.clock.fastForward(20_000)
      await hide(site.page)
      const sent = (await site.settled()).map(({ type, payload: { duration, ...payload } }) => ({
        type,
        payload,
      }))
      const referrer = `${site.origin}/`
      expect(sent).toEqual([
        { type: 'event', payload: site.payload('Home') },
        {
          type: 'performance',
          payload: site.payload('Home', '/', { ttfb: 30.3, fcp: 250, cls: 0.3 }),
        },
        { type: 'event', payload: site.payload('Two', '/two', { referrer }) },
        { type: 'performance', payload: site.payload('Two', '/two', { referrer, cls: 0.02 }) },
      ])
    })

    test('times longer than a minute are left out', async () => {
      const site = await openMeasured()
      await feed(site.page, [
        { entryType: 'paint', name: 'first-contentful-paint', startTime: 70_000 },
        { entryType: 'largest-contentful-paint', name: '', startTime: 60_100 },
      ])
      await site.page.clock.fastForward(10_000)
      const { duration, ...payload } = (await site.received(2))[1]?.payload ?? {}
      expect(payload).toEqual(site.payload('Home', '/', { ttfb: 30.3, lcp: 60_000, cls: 0 }))
    })
  })
})
