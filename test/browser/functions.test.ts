// The global `umami` and what passes between script and server.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite, website } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('umami in the window', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  /** Sends what `script` does on a quiet page and gives what arrived. */
  const sentBy = async (script: string) => {
    const site = await openSite(browser, { '/': html('Home', '', 'data-auto-track="false"') })
    await site.visit()
    const returned = await site.page.evaluate<unknown>(script)
    return { site, returned, messages: await site.settled() }
  }

  test.each([
    ['umami.track()', {}],
    ['umami.track("sale")', { name: 'sale' }],
    [
      'umami.track("sale", { price: 12.5, tags: ["a"], first: true, buyer: { plan: "pro" } })',
      {
        name: 'sale',
        data: { price: 12.5, tags: ['a'], first: true, buyer: { plan: 'pro' } },
      },
    ],
    ['umami.track((payload) => ({ ...payload, title: "Other" }))', { title: 'Other' }],
    ['umami.track(async (payload) => ({ ...payload, name: "late" }))', { name: 'late' }],
  ])('%s starts from the page', async (script, more) => {
    const { site, returned, messages } = await sentBy(script)
    expect(messages).toEqual([{ type: 'event', payload: site.payload('Home', '/', more) }])
    expect(returned).toBeUndefined()
  })

  test('track(object) sends exactly that object', async () => {
    const { messages } = await sentBy(`umami.track({ website: '${website}', url: '/made-up' })`)
    expect(messages).toEqual([{ type: 'event', payload: { website, url: '/made-up' } }])
  })

  test.each([
    ['identify("user-42")', [{ id: 'user-42' }, { id: 'user-42' }]],
    [
      'identify("user-42", { plan: "pro" })',
      [{ id: 'user-42', data: { plan: 'pro' } }, { id: 'user-42' }],
    ],
    ['identify(42)', [{ id: '42' }, { id: '42' }]],
    ['identify({ plan: "pro" })', [{ data: { plan: 'pro' } }, {}]],
    [
      'identify({ id: "user-42", plan: "pro" })',
      [{ id: 'user-42', data: { id: 'user-42', plan: 'pro' } }, { id: 'user-42' }],
    ],
    ['identify()', [{}, {}]],
  ])('%s and the page view after it', async (call, [identified, viewed]) => {
    const { site, messages } = await sentBy(`umami.${call}.then(() => umami.track())`)
    expect(messages).toEqual([
      { type: 'identify', payload: site.payload('Home', '/', identified) },
      { type: 'event', payload: site.payload('Home', '/', viewed) },
    ])
  })

  test('the token of an answer goes with the next message, and is empty after identify', async () => {
    const { site, returned } = await sentBy(`(async () => {
      const sessions = [umami.getSession()]
      await umami.track()
      sessions.push(umami.getSession())
      await umami.track('sale')
      await umami.identify('user-42')
      await umami.track()
      umami.identify({ plan: 'pro' })
      sessions.push(umami.getSession())
      return sessions
    })()`)
    await site.received(5)
    expect(site.tokens).toEqual([null, 'token-1', '', 'token-3', ''])
    expect(returned).toEqual([{ website }, { website, cache: 'token-1' }, { website, cache: '' }])
  })

  test('an answer without a token takes the last one away', async () => {
    const answers = [{ cache: 'one' }, { beep: 'boop' }, { cache: 'three' }, { error: {} }, {}]
    const site = await openSite(
      browser,
      { '/': html('Home', '', 'data-auto-track="false"') },
      { answer: (count) => Response.json(answers[count - 1]) },
    )
    await site.visit()
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await site.page.evaluate((event) => window.umami.track(event), name)
    }
    expect(site.tokens).toEqual([null, 'one', null, 'three', null])
    expect(await site.page.evaluate(() => window.umami.getSession())).toEqual({ website })
  })

  test('an answer with disabled ends all sending from this page', async () => {
    const site = await openSite(
      browser,
      { '/': html('Home') },
      { answer: () => Response.json({ disabled: true }) },
    )
    await site.visit()
    await site.received(1)
    await site.settled()
    await site.page.evaluate('umami.track("a").then(() => umami.identify("b"))')
    expect(await site.settled()).toHaveLength(1)
  })

  test('umami.disabled in localStorage keeps the visitor out until it is removed', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.addInitScript(() => localStorage.setItem('umami.disabled', '1'))
    await site.visit()
    await site.page.evaluate('umami.track("a").then(() => umami.identify("b"))')
    expect(await site.settled()).toEqual([])
    await site.page.evaluate(() => localStorage.removeItem('umami.disabled'))
    await site.page.evaluate('umami.track("c")')
    expect(await site.settled()).toEqual([
      { type: 'event', payload: site.payload('Home', '/', { name: 'c', id: 'b' }) },
    ])
  })

  test('an umami that is already there is not replaced', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.addInitScript('window.umami = { mine: true }')
    await site.visit()
    expect(await site.received(1)).toHaveLength(1)
    expect(await site.page.evaluate<unknown>('umami')).toEqual({ mine: true })
  })

  test('nothing is left in the browser', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.visit()
    await site.page.evaluate('umami.identify("user-42")')
    const kept = await site.page.evaluate(() => [
      document.cookie,
      localStorage.length,
      sessionStorage.length,
    ])
    expect(kept).toEqual(['', 0, 0])
  })

  describe('never disturbs the page', () => {
    test.each<[string, () => Response]>([
      ['a server error', () => new Response('oops', { status: 500 })],
      ['an answer that is no JSON', () => new Response('<p>')],
      ['an empty answer', () => new Response(null, { status: 204 })],
      ['null for an answer', () => Response.json(null)],
      ['a refusal', () => Response.json({ error: { status: 403 } }, { status: 403 })],
    ])('%s is swallowed and later messages go on', async (_, answer) => {
      const site = await openSite(browser, { '/': html('Home') }, { answer })
      await site.visit()
      await site.received(1)
      expect(await site.page.evaluate<unknown>('umami.track("next")')).toBeUndefined()
      expect(await site.settled()).toHaveLength(2)
      expect(site.tokens).toEqual([null, null])
    })

    test('a server that is not there is swallowed', async () => {
      const attributes = 'data-host-url="http://127.0.0.1:9"'
      const site = await openSite(browser, { '/': html('Home', '', attributes) })
      await site.visit()
      expect(await site.page.evaluate<unknown>('umami.track("next")')).toBeUndefined()
    })

    test.each([
      'umami.track(() => { throw new Error("broken") })',
      'umami.track(() => null)',
      'umami.track(null)',
      'const loop = {}; loop.loop = loop; umami.track("loop", loop)',
    ])('%s sends nothing and does not reject', async (script) => {
      const { returned, messages } = await sentBy(
        `(async () => { await (${
          script.startsWith('const')
            ? `(() => { ${script.replace('umami', 'return umami')} })()`
            : script
        }) })()`,
      )
      expect(returned).toBeUndefined()
      expect(messages).toEqual([])
    })

    test('data too large for keepalive is sent all the same', async () => {
      const { messages } = await sentBy('umami.track("big", { text: "é".repeat(60000) })')
      expect(messages[0]?.payload.data).toEqual({ text: 'é'.repeat(60000) })
    })
  })
})
