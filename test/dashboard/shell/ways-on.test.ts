// Where a page cannot be shown, readers learn why and are led on; addresses of Umami lead to pages here.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('ways on', () => {
  let dashboard: Dashboard
  let reader: Reader
  let websiteId: string

  beforeAll(async () => {
    dashboard = await startDashboard()
    websiteId = await dashboard.server.createWebsite('Shop')
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
  })

  test('addresses of Umami lead to the same page here', async () => {
    const { page } = reader
    const found: string[] = []
    for (const path of [
      '/dashboard',
      '/admin/users',
      '/settings/profile',
      '/settings/teams',
      `/settings/websites/${websiteId}`,
      `/websites/${websiteId}/segments`,
      `/teams/t1/websites/${websiteId}`,
      `/teams/t1/websites/${websiteId}/realtime`,
    ]) {
      await reader.open(path)
      const { pathname, search } = new URL(page.url())
      found.push(pathname + search)
    }
    expect(found).toEqual([
      '/websites',
      '/admin',
      '/settings',
      '/teams',
      `/websites/${websiteId}/settings`,
      `/websites/${websiteId}/settings?tab=segments`,
      `/websites/${websiteId}`,
      `/websites/${websiteId}/realtime`,
    ])
  })

  test('an unknown address and a deleted website say so below the menu', async () => {
    const { page } = reader
    for (const [path, title] of [
      ['/nothing-here', 'Page not found'],
      ['/websites/01890000-0000-7000-8000-00000000000a', 'Not found'],
    ] as const) {
      await reader.open(path)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
      expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(1)
      await expectAccessible(reader)
      await page.getByRole('link', { name: 'Go to your websites' }).click()
      await page.waitForURL('**/websites')
    }
  })

  test('who may not see a page reads why, and is led to their own', async () => {
    const { server } = dashboard
    const body = { username: 'paul', password: 'long enough', role: 'user' }
    await server.ask('/api/users', { body })
    const { token } = (
      await server.ask<{ token: string }>('/api/auth/login', { body, token: null })
    ).body
    const paul = await dashboard.openReader({ token })
    await paul.open('/admin')
    await paul.page.getByRole('heading', { level: 1, name: 'You don’t have access' }).waitFor()
    await expectAccessible(paul)
    await paul.page.getByRole('link', { name: 'Go to your websites' }).click()
    await paul.page.waitForURL('**/websites')
    await paul.close()
  })

  test('the end of each page names the version and leads to the API', async () => {
    await reader.open('/websites')
    const foot = reader.page.locator('.foot')
    expect(await foot.textContent()).toMatch(/^footfall \d+\.\d+\.\d+/)
    expect(await foot.getByRole('link').getAttribute('href')).toBe('/openapi')
  })
})
