// Pages that are unlike an ordinary website, and scripts that are loaded in unusual ways.
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite, scriptTag, website } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('the script runs', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  const tag = scriptTag().replace('defer ', '')

  test.each([
    ['in order', tag],
    ['deferred', scriptTag()],
    ['async', tag.replace('<script', '<script async')],
    ['as a module', tag.replace('<script', '<script type="module"')],
    [
      'inserted by a script',
      `<script>
        const script = document.createElement('script')
        script.src = '/script.js'
        script.dataset.websiteId = '${website}'
        document.head.append(script)
      </script>`,
    ],
    [
      'inserted after the page is complete',
      `<script>
        addEventListener('load', () => setTimeout(() => {
          const script = document.createElement('script')
          script.src = '/script.js'
          script.dataset.websiteId = '${website}'
          document.body.append(script)
        }))
      </script>`,
    ],
  ])('%s', async (_, script) => {
    const page = `<!doctype html><title>Home</title><link rel="icon" href="data:,">${script}<p>Hi`
    const site = await openSite(browser, { '/': page })
    await site.visit()
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
    await site.page.evaluate('umami.track("sale")')
    expect(await site.received(2)).toHaveLength(2)
  })

  test('once the visitor turns to a page that was prepared in advance', async () => {
    const site = await openSite(browser, { '/': html('Home') })
    await site.page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    })
    await site.visit()
    expect(await site.settled()).toEqual([])
    await site.page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
  })

  test('under a policy without inline scripts and evaluation', async () => {
    const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:"
    const site = await openSite(
      browser,
      { '/': html('Home', '', 'data-performance="true"') },
      { headers: { 'Content-Security-Policy': policy } },
    )
    await site.visit()
    expect(await site.received(1)).toEqual([{ type: 'event', payload: site.payload('Home') }])
  })

  test('under a policy that forbids sending, without disturbing the page', async () => {
    const policy = "script-src 'self'; connect-src 'none'"
    const site = await openSite(
      browser,
      { '/': html('Home', '<button data-umami-event="press">Press</button>') },
      { headers: { 'Content-Security-Policy': policy } },
    )
    await site.visit()
    await site.page.click('button')
    await site.page.evaluate(() => window.umami.track('late'))
    expect(site.messages).toEqual([])
  })

  test('in a sandboxed frame without storage', async () => {
    const site = await openSite(browser, {
      '/': '<iframe sandbox="allow-scripts" src="/framed"></iframe>',
      '/framed': html('Framed', '', 'data-performance="true"'),
    })
    await site.visit()
    const [message] = await site.received(1)
    // The emulated screen does not reach into frames with a process of their own.
    expect(message?.payload).toEqual({
      ...site.payload('Framed', '/framed', { referrer: '/' }),
      screen: expect.stringMatching(/^\d+x\d+$/),
    })
  })

  test('in a frame whose document is in an attribute', async () => {
    const site = await openSite(browser, {
      '/': `<iframe srcdoc='${html('Inner')}'></iframe>`,
    })
    await site.visit()
    const [message] = await site.received(1)
    expect(message?.payload.url).toBe('about:srcdoc')
  })

  test('in a file', async () => {
    const site = await openSite(browser, {})
    const folder = await mkdtemp(join(tmpdir(), 'footfall-page-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'page.html')
    await Bun.write(file, html('File').replace('/script.js', `${site.origin}/script.js`))
    await site.page.goto(`file://${file}`)
    await site.page.evaluate(() => history.pushState({}, '', '#two'))
    expect(await site.received(2)).toEqual([
      {
        type: 'event',
        payload: { ...site.payload('File'), hostname: '', url: `file://${file}` },
      },
      {
        type: 'event',
        payload: {
          ...site.payload('File'),
          hostname: '',
          url: `file://${file}#two`,
          referrer: `file://${file}`,
        },
      },
    ])
  })
})
