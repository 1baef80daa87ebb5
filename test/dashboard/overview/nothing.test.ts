// Where there is nothing to count, one panel says why and what to do next.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

const dayMs = 86_400_000

describe.skipIf(!canBrowse)('nothing to count', () => {
  let dashboard: Dashboard
  let reader: Reader
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard()
    const websiteId = await dashboard.server.createWebsite('Shop')
    root = `/websites/${websiteId}`
    const at = new Date(Date.now() - 40 * dayMs).toISOString()
    await pastVisits(dashboard.server, websiteId, [{ at, visitor: 'anna', url: '/start' }])
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    expect(reader.complaints).toEqual([])
    await reader.close()
    await dashboard.stop()
  })

  const titles = () => reader.page.locator('main .panel').locator('h2, .note-title').allInnerTexts()

  test('an empty range is one panel, which leads to a wider one', async () => {
    await reader.open(`${root}?range=7d`)
    expect(await titles()).toEqual(['No visits in this range'])
    await expectAccessible(reader)
    await reader.page.getByRole('button', { name: 'All time' }).click()
    await reader.settle()
    expect(await titles()).toContain('Sources')
  })

  test('filters that leave nothing can be cleared there', async () => {
    const { page } = reader
    await reader.open(`${root}?range=all&path=eq.%2Fnowhere`)
    expect(await titles()).toEqual(['No visits in this range'])
    await page.locator('.note').getByRole('button', { name: 'Clear all' }).click()
    await reader.settle()
    expect(await page.locator('.chip').count()).toBe(0)
    expect(await titles()).toContain('Sources')
  })

  test('a new link shows its address, a new pixel its tag', async () => {
    const { server } = dashboard
    const url = 'https://shop.example/sale'
    const link = { name: 'Sale', slug: 'sale-of-may', url }
    const pixel = { name: 'Letter', slug: 'letter-of-may' }
    for (const [kind, body, code] of [
      ['links', link, `${server.url}/q/sale-of-may`],
      ['pixels', pixel, `<img src="${server.url}/p/letter-of-may" alt="" width="1" height="1">`],
    ] as const) {
      const { id } = (await server.ask<{ id: string }>(`/api/${kind}`, { body })).body
      await reader.open(`/${kind}/${id}`)
      expect(await reader.page.locator('.code pre').textContent()).toBe(code)
      expect((await titles()).length).toBe(1)
    }
  })
})
