// Which pages may be shown in a frame of another website: share pages, where ALLOWED_FRAME_URLS says so.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { startServer, type TestServer } from '../../support/app.ts'
import { browserTimeoutMs, canBrowse, openChromium, openVisitor } from '../../support/chromium.ts'

setDefaultTimeout(browserTimeoutMs)

/** A website of another owner: each of its pages frames the address in its query. */
const openFramer = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const framed = new URL(request.url).searchParams.get('framed') ?? ''
      const html = `<!doctype html><title>framer</title><iframe name="framed" src="${framed}"></iframe>`
      return new Response(html, { headers: { 'Content-Type': 'text/html' } })
    },
  })

const allowed = openFramer()
const other = openFramer()
let server: TestServer
let sharePath: string
beforeAll(async () => {
  server = await startServer({
    settings: {
      BASE_PATH: '/stats',
      ALLOWED_FRAME_URLS: `http://127.0.0.1:${allowed.port}/, https://*.example.com`,
    },
  })
  const website = await server.createWebsite()
  const body = { name: 'Public', parameters: { overview: true } }
  const made = await server.ask<{ slug: string }>(`/api/websites/${website}/shares`, { body })
  sharePath = `/share/${made.body.slug}`
})
afterAll(async () => {
  await Promise.all([allowed.stop(true), other.stop(true), server.stop()])
})

const framersAt = async (path: string, init: RequestInit = {}) => {
  const { headers } = await fetch(server.url + path, init)
  return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
}

test('share pages name the allowed origins', async () => {
  const framers = `'self' http://127.0.0.1:${allowed.port} https://*.example.com`
  for (const path of [sharePath, `${sharePath}/events`, '/share/nothing']) {
    expect([path, await framersAt(path)]).toEqual([path, framers])
    expect([path, await framersAt(path, { method: 'HEAD' })]).toEqual([path, framers])
  }
})

test.each(['', '/', '/login', '/websites/x', '/settings/share/', '/share', '/websites/share/x'])(
  'the page at %j may be framed from here only',
  async (path) => {
    expect(await framersAt(path)).toBe("'self'")
  },
)

test('a page for an address with nothing is framed from here only', async () => {
  expect(await framersAt('/nope/share/x', { headers: { Accept: 'text/html' } })).toBe("'self'")
})

test('without the setting share pages are framed from here only', async () => {
  const plain = await startServer()
  const { headers } = await fetch(`${plain.url}/share/any`)
  expect(headers.get('content-security-policy')).toEndWith("; frame-ancestors 'self'")
  await plain.stop()
})

describe.skipIf(!canBrowse)('in a browser', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openChromium()
    page = await (await openVisitor(browser)).newPage()
  })
  afterAll(() => browser.close())

  /** Opens a page of the other website that frames a path of the server. */
  const frame = async (framer: { port?: number | undefined }, path: string) => {
    const refusal = page
      .waitForEvent('console', { predicate: (line) => /frame-ancestors|frame/.test(line.text()) })
      .then((line) => line.text())
    // When the page is shown instead, nobody waits for the refusal.
    refusal.catch(() => {})
    const framed = encodeURIComponent(server.url + path)
    await page.goto(`http://127.0.0.1:${framer.port}/?framed=${framed}`)
    return { inside: page.frameLocator('iframe[name=framed]'), refusal }
  }

  test('an allowed website shows the share page, with what its token opens', async () => {
    const { inside } = await frame(allowed, sharePath)
    await inside.getByText('Visitors').first().waitFor()
    expect(await inside.getByRole('heading').first().textContent()).toContain('Example')
  })

  test('a click that leads away from the share page opens a page of its own', async () => {
    const { inside } = await frame(allowed, sharePath)
    const opened = page.context().waitForEvent('page')
    await inside.getByRole('link', { name: 'footfall' }).first().click()
    await (await opened).waitForURL(`${server.url}/**`)
    expect(page.frames().map((each) => new URL(each.url()).pathname)).toEqual([
      '/',
      `/stats${sharePath}`,
    ])
  })

  test('an allowed website shows no other page', async () => {
    const { inside, refusal } = await frame(allowed, '/login')
    expect(await refusal).toContain("frame-ancestors 'self'")
    expect(await inside.locator('#app').count()).toBe(0)
  })

  test('another website shows not even the share page', async () => {
    const { inside, refusal } = await frame(other, sharePath)
    expect(await refusal).toContain('frame-ancestors')
    expect(await inside.locator('#app').count()).toBe(0)
  })
})
