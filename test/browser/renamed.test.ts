// Script and endpoint under names of the operator's choice, on another host than the website.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { startServer, type TestServer } from '../support/app.ts'
import { browserTimeoutMs, canBrowse, openChromium, openVisitor } from '../support/chromium.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('with TRACKER_SCRIPT_NAME, COLLECT_API_ENDPOINT and BASE_PATH', () => {
  let browser: Browser
  let server: TestServer
  beforeAll(async () => {
    browser = await openChromium()
    server = await startServer({
      settings: {
        TRACKER_SCRIPT_NAME: 'count.js,assets/js/a.js',
        COLLECT_API_ENDPOINT: '/in/hits',
        BASE_PATH: '/stats',
      },
    })
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  test.each(['script.js', 'count.js', 'assets/js/a.js'])('%s records', async (script) => {
    const website = await server.createWebsite(script)
    const page = `<!doctype html><title>Home</title><link rel="icon" href="data:,">
      <script defer src="${server.url}/${script}" data-website-id="${website}"></script>`
    const site = Bun.serve({
      port: 0,
      fetch: () => new Response(page, { headers: { 'Content-Type': 'text/html' } }),
    })
    const visitor = await openVisitor(browser)
    const tab = await visitor.newPage()
    const answered = tab.waitForResponse(
      (response) => response.request().method() === 'POST' && response.ok(),
    )
    await tab.goto(`http://localhost:${site.port}/`)
    const answer = await answered
    expect(answer.url()).toBe(`${server.url}/in/hits`)
    // The page may read the answer: the next message carries its token.
    const { cache } = (await answer.json()) as { cache: string }
    await tab.waitForFunction((token) => window.umami.getSession().cache === token, cache)
    const { body } = await server.ask(`/api/websites/${website}/daterange`)
    expect(body).toEqual({ startDate: expect.any(String), endDate: expect.any(String) })
    await visitor.close()
    await site.stop(true)
  })
})
