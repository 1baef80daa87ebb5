// Every page of statistics and reports as different people see it.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../support/chromium.ts'
import { openShop, shopNow } from './shop.ts'
import { type Dashboard, expectAccessible, type ReaderOptions, startDashboard } from './support.ts'

setDefaultTimeout(2 * browserTimeoutMs)

const asked = (parameters: object) => `report=${encodeURIComponent(JSON.stringify(parameters))}`

const steps = [
  { type: 'path', value: '/', filters: [] },
  {
    type: 'event',
    value: 'signup',
    filters: [{ property: 'plan', operator: 'eq', value: 'pro' }],
  },
]

const paths = [
  '/sessions',
  '/sessions?tab=properties&property=plan',
  '/events',
  '/events?tab=properties',
  '/events?tab=pivot',
  '/revenue',
  '/performance',
  `/goals?${asked({ type: 'path', value: '/' })}`,
  `/funnels?${asked({ steps, window: 7 })}`,
  '/journeys',
  '/retention',
  `/attribution?${asked({ model: 'first-click', type: 'event', step: 'signup' })}`,
  '/breakdown',
  '/utm',
]

const looks: [string, ReaderOptions][] = [
  ['in light', {}],
  ['in dark', { isDark: true }],
  ['on a phone', { width: 390, height: 844, touches: true }],
  ['in Arabic', { locale: 'ar' }],
]

describe.skipIf(!canBrowse)('pages of statistics and reports', () => {
  let dashboard: Dashboard
  let root: string
  let session: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    const websiteId = await openShop(dashboard.server)
    root = `/websites/${websiteId}`
    const found = await dashboard.server.ask<{ data: { id: string }[] }>(
      `/api${root}/sessions?startAt=0&endAt=${Date.parse(shopNow)}&search=anna`,
    )
    session = `/sessions/${found.body.data[0]?.id}`
    const body = {
      websiteId,
      type: 'goal',
      name: 'Visits',
      parameters: { type: 'path', value: '/' },
    }
    await dashboard.server.ask('/api/reports', { body })
  })
  afterAll(() => dashboard.stop())

  test.each(looks)('can be used by everybody %s', async (_, options) => {
    const reader = await dashboard.openReader(options)
    for (const path of [...paths, session]) {
      await reader.open(root + path)
      await expectAccessible(reader)
      const overflow = await reader.page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      )
      expect([path, Math.max(0, overflow)]).toEqual([path, 0])
    }
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
