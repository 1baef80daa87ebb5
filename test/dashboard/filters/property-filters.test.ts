// Filters on properties of events and visitors, chosen in the filter dialog of every page.

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

describe.skipIf(!canBrowse)('filters by properties', () => {
  let dashboard: Dashboard
  let reader: Reader
  let id: string
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: '2026-06-17T12:00:00.000Z' })
    const { server } = dashboard
    id = await server.createWebsite('Fern & Co')
    root = `/websites/${id}`
    const [at, later] = ['2026-06-16T10:00:00Z', '2026-06-16T10:01:00Z']
    await pastVisits(server, id, [
      { at, visitor: 'anna', url: '/' },
      { at, visitor: 'anna', type: 'identify', data: { 'plan.kind': 'pro' } },
      { at: later, visitor: 'anna', url: '/buy', name: 'buy', data: { price: 20, item: 'fern' } },
      { at: later, visitor: 'anna', url: '/thanks' },
      { at, visitor: 'ben', url: '/' },
      { at: later, visitor: 'ben', url: '/buy', name: 'buy', data: { price: 5, item: 'moss' } },
      { at: later, visitor: 'ben', url: '/buy', name: 'look', data: { item: 'moss' } },
      { at, visitor: 'carl', url: '/' },
    ])
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const dialog = () => reader.page.getByRole('dialog')
  const query = () => Object.fromEntries(new URL(reader.page.url()).searchParams)
  /** The first total; `none` where one panel in place of all says that there is nothing. */
  const visitors = async () => {
    const [first = 'none'] = await reader.page.locator('.total-value').allInnerTexts()
    return first
  }
  const chips = async () =>
    (await reader.page.locator('.chip-text').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' ').trim(),
    )
  const offered = () =>
    dialog()
      .locator('datalist option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const openFilter = async (what: string) => {
    await reader.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog().getByLabel('Field').selectOption(what)
    await dialog().getByLabel('Property').waitFor()
    await reader.settle()
  }
  const apply = async () => {
    await dialog().getByRole('button', { name: 'Apply' }).click()
    await dialog().waitFor({ state: 'detached' })
    await reader.settle()
  }

  test('one of events is chosen, shown, changed and goes along to other pages', async () => {
    await reader.open(root)
    await openFilter('Event property')
    expect(await dialog().getByLabel('Property').locator('option').allInnerTexts()).toEqual([
      'item',
      'price',
    ])
    await dialog().getByLabel('Property').selectOption('item')
    await reader.settle()
    expect(await offered()).toEqual(['moss', 'fern'])
    await dialog().getByLabel('Value').fill('fern')
    await expectAccessible(reader)
    await apply()
    expect([query(), await chips(), await visitors()]).toEqual([
      { epf0: '1.eq.item.fern' },
      ['item is fern'],
      '1',
    ])

    await reader.page.locator('.chip-text').click()
    await dialog().getByLabel('Property').selectOption('price')
    await dialog().getByLabel('Condition').selectOption('is at most')
    await dialog().getByLabel('Value').fill('20')
    await apply()
    expect([query(), await chips(), await visitors()]).toEqual([
      { epf0: '2.lte.price.20' },
      ['price is at most 20'],
      '2',
    ])

    await reader.page.getByRole('link', { name: 'Performance', exact: true }).click()
    await reader.settle()
    expect([query(), await chips()]).toEqual([{ epf0: '2.lte.price.20' }, ['price is at most 20']])
    await expectAccessible(reader)
  })

  test('one of visitors joins others, and is saved as a segment', async () => {
    await reader.open(`${root}?epf0=${encodeURIComponent('2.lte.price.5')}`)
    await openFilter('Visitor property')
    expect(await offered()).toEqual(['pro'])
    await dialog().getByLabel('Value').fill('pro')
    await apply()
    expect([await chips(), await visitors()]).toEqual([
      ['price is at most 5', 'plan.kind is pro'],
      'none',
    ])
    await reader.page.getByRole('button', { name: 'Match all' }).click()
    await reader.settle()
    expect([query(), await visitors()]).toEqual([
      { epf0: '2.lte.price.5', spf1: '1.eq.plan%2Ekind.pro', match: 'any' },
      '2',
    ])

    await reader.page.getByRole('button', { name: 'Save filters' }).click()
    await dialog().getByLabel('Name').fill('Payers')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await reader.settle()
    expect([Object.keys(query()), await chips(), await visitors()]).toEqual([
      ['segment'],
      ['Segment Payers'],
      '2',
    ])
    const { body } = await dashboard.server.ask<{ data: { parameters: object }[] }>(
      `/api/websites/${id}/segments?type=segment`,
    )
    expect(body.data.map(({ parameters }) => parameters)).toEqual([
      {
        filters: [
          { name: 'eventProperty', property: 'price', dataType: 2, operator: 'lte', value: '5' },
          {
            name: 'sessionProperty',
            property: 'plan.kind',
            dataType: 1,
            operator: 'eq',
            value: 'pro',
          },
        ],
        match: 'any',
      },
    ])
    await reader.open(`/websites/${id}/settings?tab=segments`)
    expect(await reader.page.getByText('price is at most 5 · plan.kind is pro').count()).toBe(1)
  })

  test('all are taken away at once', async () => {
    await reader.open(`${root}?spf0=1.eq.plan%252Ekind.pro&epf1=2.gt.price.1&path=/`)
    expect(await chips()).toEqual(['Path is /', 'plan.kind is pro', 'price is greater than 1'])
    await reader.page.getByRole('button', { name: 'Clear all' }).click()
    await reader.settle()
    expect([query(), await visitors()]).toEqual([{}, '3'])
  })

  test('a share page without visitors offers none', async () => {
    const { server } = dashboard
    const { body } = await server.ask<{ slug: string }>(`/api/websites/${id}/shares`, {
      body: { name: 'Public', parameters: { overview: true, events: true } },
    })
    const guest = await dashboard.openReader({ token: null })
    try {
      await guest.open(`/share/${body.slug}`)
      await guest.page.getByRole('button', { name: 'Filter', exact: true }).click()
      const options = guest.page.getByRole('dialog').getByLabel('Field').locator('option')
      await options.first().waitFor({ state: 'attached' })
      const names = await options.allInnerTexts()
      expect(names).toContain('Path')
      expect(names.filter((name) => /property/i.test(name))).toEqual([])
    } finally {
      await guest.close()
    }
  })
})
