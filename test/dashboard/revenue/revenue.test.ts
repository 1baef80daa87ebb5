// Lists of the revenue page: rows that can be distinguished, and a search that says what it looks in.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits, type Row } from '../../support/visits.ts'
import { type Dashboard, expectAccessible, startDashboard } from '../support/browser.ts'
import { readRows } from '../support/cells.ts'

setDefaultTimeout(browserTimeoutMs)

const now = '2026-06-17T12:00:00.000Z'

const payment = (visitor: string, revenue: number, headers: Record<string, string>): Row => ({
  visitor,
  at: '2026-06-16T10:00:00Z',
  url: '/checkout',
  name: 'purchase',
  id: `${visitor}@example.com`,
  data: { revenue, currency: 'EUR' },
  headers,
})

describe.skipIf(!canBrowse)('the revenue page', () => {
  let dashboard: Dashboard
  let root: string
  let share: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now })
    const { server } = dashboard
    const id = await server.createWebsite('Shop')
    root = `/websites/${id}`
    await pastVisits(server, id, [
      payment('anna', 40, { 'CF-IPCountry': 'DE' }),
      payment('ben', 30, { 'CF-IPCountry': 'US' }),
      payment('carl', 20, { 'CF-IPCountry': 'US', 'CF-Region-Code': 'CA' }),
      // Of no country either.
      payment('dora', 10, {}),
    ])
    const body = { name: 'Revenue', parameters: { revenue: true } }
    const answer = await server.ask<{ slug: string }>(`/api/websites/${id}/shares`, { body })
    share = `/share/${answer.body.slug}`
  })
  afterAll(() => dashboard.stop())

  test.each([
    ['en-GB', 'Regions', ['Unknown, Germany', 'Unknown, United States', 'Unknown']],
    ['de-DE', 'Regionen', ['Unbekannt, Deutschland', 'Unbekannt, Vereinigte Staaten', 'Unbekannt']],
    ['ar-EG', 'المناطق', ['غير معروف, ألمانيا', 'غير معروف, الولايات المتحدة', 'غير معروف']],
  ])(
    'in %s, regions that are unknown have the name of their country',
    async (locale, name, rows) => {
      const reader = await dashboard.openReader({ locale })
      await reader.open(`${root}/revenue`)
      const panel = reader.page.getByRole('region', { name, exact: true })
      const names = (await readRows(panel.locator('tbody tr'))).map(([first]) => first)
      expect(names.toSpliced(2, 1)).toEqual(rows)
      await reader.shoot(`revenue-regions-${locale}`)
      expect(reader.complaints).toEqual([])
      await reader.close()
    },
  )

  test.each([
    ['a reader', () => `${root}/revenue`, {}],
    ['a visitor of a share page', () => share, { token: null }],
  ])('%s says what the search looks in', async (_, path, options) => {
    const reader = await dashboard.openReader(options)
    await reader.open(path())
    const field = reader.page.getByRole('searchbox')
    const label = await reader.page
      .getByRole('searchbox', { name: 'Search by city, browser, OS or device' })
      .count()
    expect(label).toBe(1)
    const found = async (text: string) => {
      await field.fill(text)
      await reader.page.waitForURL((url) => url.searchParams.get('search') === text)
      await reader.settle()
      return reader.page.locator('.session-table tbody tr').count()
    }
    expect(await found('firefox')).toBe(4)
    expect(await found('desktop')).toBe(4)
    expect(await found('anna')).toBe(0)
    await expectAccessible(reader)
    await reader.shoot('revenue-search')
    await reader.close()
  })

  test('ids are searched where the sessions say so', async () => {
    const reader = await dashboard.openReader()
    await reader.open(`${root}/sessions`)
    const label = 'Search by ID, city, browser, OS or device'
    await reader.page.getByRole('searchbox', { name: label }).fill('anna')
    await reader.page.waitForURL(/search=anna/)
    await reader.settle()
    expect(await reader.page.locator('.session-table tbody tr').count()).toBe(1)
    await reader.close()
  })
})
