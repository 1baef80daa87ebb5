// The overview on phones, tablets and paper.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'
import { openDemoSite } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('the overview', () => {
  let dashboard: Dashboard
  let address: string

  beforeAll(async () => {
    dashboard = await startDashboard()
    const websiteId = await openDemoSite(dashboard.server)
    const body = {
      type: 'segment',
      name: 'Chrome',
      parameters: { filters: [{ name: 'browser', operator: 'eq', value: 'chrome' }] },
    }
    await dashboard.server.ask(`/api/websites/${websiteId}/segments`, { body })
    address = `/websites/${websiteId}?range=2026-06-10_2026-06-17`
  })
  afterAll(() => dashboard.stop())

  /** The upper edges of what is drawn for a selector, without repetition. */
  const rows = async ({ page }: Reader, selector: string): Promise<number> => {
    const tops = await page
      .locator(selector)
      .evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(tops.length).toBeGreaterThan(2)
    return new Set(tops).size
  }

  test('has its tools in one row on a phone, also with segments, and names them', async () => {
    const phone = await dashboard.openReader({ width: 390 })
    await phone.open(address)
    expect(await rows(phone, '.view-bar .button')).toBe(1)
    for (const name of ['Filter', 'Segments', 'Compare with: Previous period']) {
      expect(await phone.page.getByRole('button', { name, exact: true }).count()).toBe(1)
    }
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBe(390)
    await phone.close()
  })

  test('has its totals in one row on a tablet', async () => {
    const tablet = await dashboard.openReader({ width: 768 })
    await tablet.open(address)
    expect(await rows(tablet, '.total')).toBe(1)
    await tablet.close()
  })

  test('is printed light, with its title and range and without buttons', async () => {
    const reader = await dashboard.openReader({ isDark: true })
    const { page } = reader
    await reader.open(address)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText('10 – 17 Jun 2026').first().isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    const seen = page.locator('button:visible')
    expect(await seen.filter({ hasNotText: /^(Paths|Referrers|Browsers|Map)$/ }).count()).toBe(0)
    expect(await page.locator('.top').isVisible()).toBe(false)
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('rgb(246, 247, 246)')
    await reader.close()
  })
})
