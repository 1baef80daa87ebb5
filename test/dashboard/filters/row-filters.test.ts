// Every row of a panel filters, whatever the panel is about; and so do properties.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'
import { readRows } from '../support/cells.ts'
import { hostile, openDemoSite, shopNow } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('filters by rows', () => {
  let dashboard: Dashboard
  let reader: Reader
  let root: string
  let shop: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    const { server } = dashboard
    const id = await server.createWebsite('Fern & Co')
    root = `/websites/${id}`
    const anna = { visitor: 'anna', screen: '1920x1080' }
    await pastVisits(server, id, [
      // One visit of two pages, one minute long; two of one page.
      { ...anna, at: '2026-06-16T10:00:00Z', url: '/', referrer: 'https://www.google.com/' },
      { ...anna, at: '2026-06-16T10:01:00Z', url: '/pricing' },
      { visitor: 'ben', screen: '390x844', at: '2026-06-17T09:00:00Z', url: '/pricing' },
      {
        visitor: 'carl',
        screen: '390x844',
        at: '2026-06-17T10:00:00Z',
        url: '/docs?utm_source=news&utm_medium=email',
      },
    ])
    shop = `/websites/${await openDemoSite(server)}`
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const texts = (selector: string) => reader.page.locator(selector).allInnerTexts()
  const totals = () => texts('.total-value')
  const chips = async () =>
    (await texts('.chip-text')).map((text) => text.replace(/\s+/g, ' ').trim())
  const query = () => Object.fromEntries(new URL(reader.page.url()).searchParams)
  const panel = (name: string) => reader.page.getByRole('region', { name, exact: true })
  const openTab = async (name: string, tab: string) => {
    await panel(name).getByRole('tab', { name: tab, exact: true }).click()
    await reader.settle()
  }

  test.each([
    [
      'Pages',
      'Entry pages',
      '/',
      'entry',
      'eq./',
      'Entry page is /',
      ['1', '1', '2', '0%', '1m 0s'],
    ],
    [
      'Pages',
      'Exit pages',
      '/pricing',
      'exit',
      'eq./pricing',
      'Exit page is /pricing',
      ['2', '2', '3', '50%', '30s'],
    ],
    [
      'Sources',
      'Channels',
      'Organic search',
      'channel',
      'eq.organicSearch',
      'Channel is Organic search',
      ['1', '1', '2', '0%', '1m 0s'],
    ],
    [
      'Devices',
      'Screen sizes',
      '390x844',
      'screen',
      'eq.390x844',
      'Screen size is 390x844',
      ['2', '2', '2', '100%', '0s'],
    ],
  ])('a row of %s, %s filters', async (name, tab, row, field, value, chip, numbers) => {
    await reader.open(root)
    await openTab(name, tab)
    const link = panel(name).getByRole('link', { name: row, exact: true })
    await link.click()
    await reader.settle()
    expect(query()).toMatchObject({ [field]: value })
    expect(await totals()).toEqual(numbers)
    expect(await chips()).toEqual([chip])
    await reader.page.reload()
    await reader.settle()
    expect(await totals()).toEqual(numbers)
    await reader.page.getByRole('button', { name: /^Remove filter/ }).click()
    await reader.settle()
    expect((await totals())[0]).toBe('3')
  })

  test.each([
    ['Pages', 'Entry pages', 'DOC', '/docs', 'eq./docs'],
    ['Pages', 'Exit pages', 'pri', '/pricing', 'eq./pricing'],
    // By the words that people see.
    ['Sources', 'Channels', 'organic s', 'Organic search', 'eq.organicSearch'],
    ['Devices', 'Screen sizes', '1920', '1920x1080', 'eq.1920x1080'],
  ])('all rows of %s, %s can be searched', async (name, tab, search, found, value) => {
    await reader.open(root)
    await openTab(name, tab)
    await panel(name).getByRole('button', { name: 'More' }).click()
    const dialog = reader.page.getByRole('dialog', { name: tab, exact: true })
    await dialog.getByRole('searchbox').fill(search)
    await reader.page.waitForURL(/moreSearch=/)
    await reader.settle()
    expect((await readRows(dialog.locator('tbody tr'))).map(([first]) => first)).toEqual([found])
    await dialog.getByRole('link', { name: found }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect(Object.values(query())).toContain(value)
  })

  test('a channel is chosen from those there are', async () => {
    await reader.open(root)
    await reader.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await reader.page.getByLabel('Field').selectOption('Channel')
    await reader.page.getByLabel('Condition').selectOption('is not')
    expect(await reader.page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await reader.page.getByLabel('Value').selectOption('Email')
    await expectAccessible(reader)
    await reader.page.getByRole('button', { name: 'Apply' }).click()
    await reader.settle()
    expect(query()).toEqual({ channel: 'neq.email' })
    expect((await totals())[0]).toBe('2')
    expect(await chips()).toEqual(['Channel is not Email'])
  })

  test('chips are in the language of the page', async () => {
    const german = await dashboard.openReader({ locale: 'de-DE' })
    await german.open(`${root}?entry=eq./&screen=c.1920&channel=eq.direct,organicSearch`)
    const found = await german.page.locator('.chip-text').allInnerTexts()
    expect(found.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Einstiegsseite ist /',
      'Bildschirmgröße enthält 1920',
      'Kanal ist Direkt, Suche',
    ])
    await german.close()
  })

  const pivot = () => readRows(reader.page.locator('.pivot-table tbody tr'))
  const addCondition = async (property: string, operator: string, value: string) => {
    await reader.page.getByRole('button', { name: 'Filter by property' }).click()
    await reader.page.getByLabel('Property', { exact: true }).selectOption(property)
    await reader.page.getByLabel('Condition').selectOption(operator)
    await reader.page.getByLabel('Value').fill(value)
    await reader.page.getByRole('button', { name: 'Apply' }).click()
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await reader.settle()
  }

  test('the table of events is filtered by properties', async () => {
    await reader.open(`${shop}/events?tab=pivot&name=signup`)
    expect(await pivot()).toHaveLength(2)
    await addCondition('plan', 'is', 'pro')
    expect(query()).toMatchObject({ pf_plan: 'string.eq.pro' })
    const pro = [['15 Jun 2026, 09:02', '/pricing', hostile, 'pro', '3']]
    expect(await pivot()).toEqual(pro)
    await addCondition('seats', 'is at least', '3')
    expect(await pivot()).toEqual(pro)
    expect(await chips()).toEqual(['plan is pro', 'seats is at least 3'])
    await reader.page.reload()
    await reader.settle()
    expect(await pivot()).toEqual(pro)
    await reader.page.getByRole('button', { name: 'seats is at least 3', exact: true }).click()
    await reader.page.getByLabel('Condition').selectOption('is greater than')
    await expectAccessible(reader)
    await reader.page.getByRole('button', { name: 'Apply' }).click()
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await reader.settle()
    expect(query()).toMatchObject({ pf_seats: 'number.gt.3' })
    expect(await pivot()).toEqual([])
    expect(await texts('.note-title')).toEqual(['Nothing matches these properties'])
    await reader.page.getByRole('button', { name: /^Remove filter .*seats/ }).click()
    await reader.settle()
    expect(await pivot()).toEqual(pro)
    // Conditions are about the properties of this event.
    await reader.page.getByLabel('Event', { exact: true }).selectOption('purchase')
    await reader.settle()
    expect(await chips()).toEqual([])
    expect(await pivot()).toHaveLength(3)
  })

  test('a pattern that is none is refused before it is asked for', async () => {
    await reader.open(`${shop}/events?tab=pivot&name=signup`)
    await reader.page.getByRole('button', { name: 'Filter by property' }).click()
    await reader.page.getByLabel('Property', { exact: true }).selectOption('plan')
    await reader.page.getByLabel('Condition').selectOption('matches regex')
    await reader.page.getByLabel('Value').fill('(')
    await reader.page.getByRole('button', { name: 'Apply' }).click()
    await reader.page.getByRole('dialog').getByRole('alert').waitFor()
    await reader.page.keyboard.press('Escape')
    expect(query()).toEqual({ tab: 'pivot', name: 'signup' })
    // The browser itself reports the refusal.
    reader.complaints.splice(0)
  })

  test('what is known of visitors is filtered by properties', async () => {
    await reader.open(`${shop}/sessions?tab=properties&property=plan`)
    await addCondition('plan', 'contains', 'P')
    expect(query()).toMatchObject({ pf_plan: 'string.c.P' })
    expect((await pivot()).map(([who]) => who)).toEqual(['anna@example.com'])
    await addCondition('note', 'does not contain', 'img')
    expect(await pivot()).toEqual([])
    await reader.page.getByRole('tab', { name: 'Visitors' }).click()
    await reader.settle()
    expect(query()).toEqual({})
  })
})
