// A server that refuses for a while: the page comes back when the answer says.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'

setDefaultTimeout(2 * browserTimeoutMs)

describe.skipIf(!canBrowse)('a busy server', () => {
  let dashboard: Dashboard
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard()
    const { server } = dashboard
    const id = await server.createWebsite('Busy')
    root = `/websites/${id}`
    const at = new Date(Date.now() - 3_600_000).toISOString()
    await pastVisits(server, id, [{ visitor: 'anna', at, url: '/' }])
  })
  afterAll(() => dashboard.stop())

  interface Refusal {
    status: number
    headers?: Record<string, string>
    body?: string
  }

  /** Refuses the first requests of a path, all alike; the answer counts how many came. */
  async function refuse(page: Page, path: RegExp, times: number, refusal: Refusal) {
    const asked = { count: 0 }
    await page.route(path, async (route) => {
      asked.count++
      if (asked.count > times) return route.continue()
      const error = { message: 'Too many requests', code: 'busy', status: refusal.status }
      return route.fulfill({ body: JSON.stringify({ error }), ...refusal })
    })
    return asked
  }

  /** Milliseconds between the requests of a path, by the clock of the page. */
  const pauses = ({ page }: Reader, path: string) =>
    page.evaluate((part) => {
      const starts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes(part))
        .map(({ startTime }) => startTime)
      return starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    }, path)

  /** A list that the page asks for once. */
  const browsers = /\/metrics\?.*type=browser/
  const isShown = ({ page }: Reader) => page.getByRole('link', { name: 'Firefox' }).isVisible()

  const soon = { status: 429, headers: { 'Retry-After': '2' } }

  test('is asked again when it said so, and more than twice', async () => {
    const reader = await dashboard.openReader()
    const asked = await refuse(reader.page, browsers, 3, soon)
    await reader.open(root)
    expect(await isShown(reader)).toBe(true)
    expect(asked.count).toBe(4)
    const waited = await pauses(reader, 'type=browser')
    expect(waited).toHaveLength(3)
    expect(Math.min(...waited)).toBeGreaterThanOrEqual(1990)
    await reader.close()
  })

  test.each([
    ['an instant', { 'Retry-After': new Date(Date.now() - 1000).toUTCString() }, '{}'],
    ['a page of a proxy', { 'Retry-After': '1' }, '<h1>Busy</h1>'],
  ])('is asked again after %s', async (_, headers, body) => {
    const reader = await dashboard.openReader()
    const asked = await refuse(reader.page, browsers, 3, { status: 503, headers, body })
    await reader.open(root)
    expect(await isShown(reader)).toBe(true)
    expect(asked.count).toBe(4)
    await reader.close()
  })

  test('is given up when it stays busy, after it was asked once more', async () => {
    const reader = await dashboard.openReader()
    const hour = { status: 503, headers: { 'Retry-After': '3600' } }
    const asked = await refuse(reader.page, browsers, 100, hour)
    await reader.open(root)
    expect(asked.count).toBe(2)
    await reader.page.getByText('The server is busy').first().waitFor()
    await reader.close()
  })

  test('is asked again for reports, which are questions by POST', async () => {
    const reader = await dashboard.openReader()
    const asked = await refuse(reader.page, /\/api\/reports\/retention/, 1, soon)
    await reader.open(`${root}/retention`)
    expect(asked.count).toBe(2)
    expect(await reader.page.getByRole('table').count()).toBeGreaterThan(0)
    await reader.close()
  })

  test('is not asked twice to change something', async () => {
    const reader = await dashboard.openReader()
    await reader.open(`${root}/settings?tab=segments`)
    const asked = await refuse(reader.page, /\/segments$/, 1, soon)
    const { page } = reader
    await page.getByRole('button', { name: 'Add segment' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Once')
    await form.getByLabel('Value').fill('/')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').waitFor()
    expect(asked.count).toBe(1)
    await reader.close()
  })
})
