// The currency that the revenue page opens with is the one that people paid in, whatever else events say.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits, type Row } from '../../support/visits.ts'
import { type Dashboard, startDashboard } from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

const now = '2026-06-17T12:00:00.000Z'

/** Each of 130 products is looked at four times, with a currency of its own that nobody pays in. */
const looks: Row[] = Array.from({ length: 130 }, (_, product) => product).flatMap((product) =>
  [0, 1, 2, 3].map((turn) => ({
    visitor: 'window shopper',
    at: `2026-06-16T0${turn}:00:00Z`,
    url: '/shop',
    name: 'view-product',
    data: { product: `Product ${product}`, currency: 'JPY' },
  })),
)

const payments: Row[] = ['08:00', '09:00', '10:00'].map((time) => ({
  visitor: 'buyer',
  at: `2026-06-16T${time}:00Z`,
  url: '/checkout',
  name: 'purchase',
  data: { revenue: 49.9, currency: 'EUR' },
}))

describe.skipIf(!canBrowse)('the currency of revenue', () => {
  let dashboard: Dashboard
  let root: string
  let share: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now })
    const { server } = dashboard
    const id = await server.createWebsite('Shop')
    root = `/websites/${id}`
    await pastVisits(server, id, [
      ...looks,
      ...payments,
      // More money, but one payment.
      { ...(payments[0] as Row), data: { revenue: 900, currency: 'USD' } },
    ])
    const body = { name: 'Revenue', parameters: { revenue: true } }
    const answer = await server.ask<{ slug: string }>(`/api/websites/${id}/shares`, { body })
    share = `/share/${answer.body.slug}`
  })
  afterAll(() => dashboard.stop())

  // 149.70 euros from three payments of one visitor, among two.
  const euros = ['€149.70', '€49.90', '€74.85', '3', '1']

  test.each([
    ['a reader', () => `${root}/revenue`, {}],
    ['a visitor of a share page of revenue alone', () => share, { token: null }],
  ])('%s sees the one of most payments', async (_, path, options) => {
    const reader = await dashboard.openReader(options)
    await reader.open(path())
    expect(await reader.page.locator('.total-value').allInnerTexts()).toEqual(euros)
    const choices = reader.page.getByLabel('Currency').locator('> option')
    expect(await choices.allTextContents()).toEqual(['EUR – Euro', 'USD – US Dollar'])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('a range without a payment is shown in the currency of the others', async () => {
    const reader = await dashboard.openReader()
    await reader.open(`${root}/revenue?range=today`)
    expect(await reader.page.locator('.total-value').first().textContent()).toBe('€0.00')
    await reader.close()
  })
})
