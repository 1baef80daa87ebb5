// What is looked at is in the address, and what is not there is said in words.

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'
import { readRows } from '../support/cells.ts'
import { openDemoSite, shopNow } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('the address', () => {
  let dashboard: Dashboard
  let reader: Reader
  let websiteId: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    websiteId = await openDemoSite(dashboard.server)
  })
  beforeEach(async () => {
    reader = await dashboard.openReader()
  })
  afterEach(() => reader.close())
  afterAll(() => dashboard.stop())

  const at = (rest = '') => `/websites/${websiteId}${rest}`
  const query = () => Object.fromEntries(new URL(reader.page.url()).searchParams)
  const toPanel = (name: string) => reader.page.getByRole('region', { name, exact: true })
  const tabs = async () =>
    await reader.page.locator('.panels [role="tab"][aria-selected="true"]').allInnerTexts()
  const dialogRows = () => readRows(reader.page.getByRole('dialog').locator('tbody tr'))

  test('says which saved filter of a copied link is gone, and lets it go', async () => {
    await reader.open(at('?segment=01890000-0000-7000-8000-00000000000a'))
    const chip = reader.page.locator('.chip')
    expect(await chip.textContent()).toBe('Segment deleted')
    await chip.getByRole('button', { name: /^Remove/ }).click()
    await reader.settle()
    expect(query()).toEqual({})
    expect(await tabs()).toEqual(['Paths', 'Referrers', 'Browsers', 'Map'])
  })

  test('holds the tabs of panels, so that a copied link shows the same', async () => {
    await reader.open(at())
    expect(await tabs()).toEqual(['Paths', 'Referrers', 'Browsers', 'Map'])
    for (const [name, tab] of [
      ['Pages', 'Entry pages'],
      ['Sources', 'UTM'],
      ['Devices', 'Devices'],
      ['Locations', 'Countries'],
    ] as const) {
      await toPanel(name).getByRole('tab', { name: tab }).click()
    }
    await reader.settle()
    await toPanel('Sources').getByRole('combobox').selectOption({ label: 'UTM medium' })
    await reader.settle()
    expect(query()).toEqual({
      pages: 'entry',
      sources: 'utm',
      utm: 'utmMedium',
      environment: 'device',
      places: 'country',
    })
    const chosen = ['Entry pages', 'UTM', 'Devices', 'Countries']
    expect(await readRows(toPanel('Sources').locator('tbody tr'))).toEqual([['email', '1', '25%']])
    const other = await dashboard.openReader()
    await other.page.goto(reader.page.url())
    await other.settle()
    expect(
      await other.page.locator('.panels [role="tab"][aria-selected="true"]').allInnerTexts(),
    ).toEqual(chosen)
    expect(
      await readRows(other.page.locator('.panels tbody tr').filter({ hasText: 'email' })),
    ).toEqual([['email', '1', '25%']])
    await other.close()
    await toPanel('Pages').getByRole('tab', { name: 'Paths' }).click()
    expect(query().pages).toBeUndefined()
    // Tabs leave no steps.
    await reader.page.goBack()
    expect(reader.page.url()).toBe('about:blank')
  })

  test('holds the list of all rows; going back closes it and nothing else', async () => {
    await reader.open(at('?range=30d&device=neq.tablet'))
    await toPanel('Pages').getByRole('tab', { name: 'Titles' }).click()
    await toPanel('Pages').getByRole('tab', { name: 'Paths' }).click()
    await reader.settle()
    await toPanel('Pages').getByRole('button', { name: 'More' }).click()
    const dialog = reader.page.getByRole('dialog', { name: 'Paths' })
    await dialog.waitFor()
    await reader.settle()
    expect(query()).toEqual({ range: '30d', device: 'neq.tablet', more: 'path' })
    await dialog.getByRole('searchbox').fill('c')
    await dialog.locator('tbody tr').nth(2).waitFor({ state: 'detached' })
    await reader.settle()
    const found = ['/docs', '/pricing']
    const paths = async () => (await dialogRows()).map(([path]) => path).sort()
    expect(await paths()).toEqual(found)
    expect(query()).toEqual({
      range: '30d',
      device: 'neq.tablet',
      more: 'path',
      moreSearch: 'c',
    })
    await reader.page.reload()
    await reader.settle()
    expect(await paths()).toEqual(found)
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('c')
    await reader.page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(query()).toEqual({ range: '30d', device: 'neq.tablet' })
    await reader.page.goForward()
    await dialog.waitFor()
    // Both clicks while the dialog is there: a slow one would meet what is below.
    await dialog.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await dialog.waitFor({ state: 'detached' })
    expect(query()).toEqual({ range: '30d', device: 'neq.tablet' })
    expect(reader.complaints).toEqual([])
  })

  test('of a list that another user sent opens it, and closing it stays on the page', async () => {
    await reader.open(at('?more=browser&moreSearch=fire'))
    const dialog = reader.page.getByRole('dialog', { name: 'Browsers' })
    expect((await dialogRows()).map(([name]) => name)).toEqual(['Firefox'])
    await reader.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(query()).toEqual({})
    expect(await reader.page.getByRole('heading', { level: 1 }).textContent()).toBe('Shop')
    await reader.open(at('?more=browser'))
    await dialog.getByRole('link', { name: 'Firefox' }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect(query()).toEqual({ browser: 'eq.firefox' })
    await reader.page.goBack()
    await dialog.waitFor()
  })

  test('distinguishes lists of one board', async () => {
    const panel = { type: 'metric', entityType: 'website', entityId: websiteId }
    const columns = ['a', 'b'].map((id) => ({
      id,
      component: { ...panel, title: `Pages ${id}`, props: { metric: 'path' } },
    }))
    const parameters = { rows: [{ id: 'first', columns }] }
    const body = { type: 'mixed', name: 'Twice', parameters }
    const { id } = (await dashboard.server.ask<{ id: string }>('/api/boards', { body })).body
    await reader.open(`/boards/${id}`)
    await toPanel('Pages b').getByRole('button', { name: 'More' }).click()
    await reader.settle()
    expect(await reader.page.getByRole('dialog').count()).toBe(1)
    expect(query()).toEqual({ more: 'first.b' })
    await reader.page.goBack()
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('holds what realtime lists', async () => {
    await reader.open(at('/realtime?kind=event'))
    const tab = reader.page.getByRole('tab', { selected: true })
    expect(await tab.textContent()).toBe('Events')
    await reader.page.getByRole('tab', { name: 'All' }).click()
    expect(query()).toEqual({})
  })

  test('that is wrong opens a page that says so, with the status of what is missing', async () => {
    const answer = await reader.page.goto(`${dashboard.server.url}/nope`)
    expect(answer?.status()).toBe(404)
    await reader.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await reader.page.getByRole('link', { name: 'Go to your websites' }).click()
    await reader.page.waitForURL('**/websites')
  })

  test('steps in time by arrow keys, but not from within what scrolls sideways', async () => {
    const narrow = await dashboard.openReader({ width: 390, height: 800 })
    const fields = ['path', 'title', 'browser', 'os', 'country', 'city']
    await narrow.open(at(`/breakdown?range=30d&report=${JSON.stringify({ fields })}`))
    const { search } = new URL(narrow.page.url())
    const box = narrow.page.locator('.scroll-x').first()
    await box.focus()
    const left = () => box.evaluate((element) => element.scrollLeft)
    const { keyboard } = narrow.page
    for (const key of ['ArrowRight', 'ArrowRight']) await keyboard.press(key)
    await narrow.page.waitForFunction(
      () => (document.querySelector('.scroll-x')?.scrollLeft ?? 0) > 0,
    )
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await keyboard.press(key)
    await narrow.page.waitForFunction(() => document.querySelector('.scroll-x')?.scrollLeft === 0)
    expect(await left()).toBe(0)
    expect(new URL(narrow.page.url()).search).toBe(search)
    await narrow.page.getByRole('heading', { level: 1 }).click()
    await keyboard.press('ArrowLeft')
    await narrow.page.waitForURL('**range=2026-0*')
    await narrow.close()
  })
})

describe.skipIf(!canBrowse)('what the server refuses', () => {
  let dashboard: Dashboard
  let websiteId: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    websiteId = await openDemoSite(dashboard.server)
  })
  afterAll(() => dashboard.stop())

  test.each([
    ['de-DE', 'Ein Filter ist kein gültiger regulärer Ausdruck.'],
    ['ar-EG', 'أحد عوامل التصفية ليس تعبيرًا نمطيًا صالحًا.'],
  ])('is said in the language of the reader: %s', async (locale, sentence) => {
    const reader = await dashboard.openReader({ locale })
    await reader.open(`/websites/${websiteId}?path=re.(`)
    const alerts = await reader.page.getByRole('alert').allInnerTexts()
    expect(alerts.length).toBeGreaterThan(3)
    // And there is no button, for trying again would not help.
    expect([...new Set(alerts)]).toEqual([sentence])
    await reader.close()
  })

  test('is refused in the dialog of filters, before anything is asked with it', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open(`/websites/${websiteId}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Condition').selectOption('re')
    await dialog.getByLabel('Value').fill('^/(')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('A filter is not a valid regular expression.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    // Other than the browser, the server knows this way to write it.
    await dialog.getByLabel('Value').fill('(?i)^/PRIC')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await reader.settle()
    expect(await page.locator('.total-value').first().textContent()).toBe('2')
    await reader.close()
  })

  test('is nothing where a range is beyond all times', async () => {
    const reader = await dashboard.openReader()
    await reader.open(`/websites/${websiteId}?range=0001-01-01_9999-12-31`)
    expect(await reader.page.getByRole('alert').count()).toBe(0)
    await reader.page.getByRole('button', { name: 'Range: Last 7 days' }).waitFor()
    await reader.close()
  })

  test('is shown in its own words only below a sentence in the language of the reader', async () => {
    const reader = await dashboard.openReader({ locale: 'de-DE' })
    const { page } = reader
    const error = { message: 'Some new rule.', code: 'bad-request', status: 400 }
    await page.route('**/metrics?*', (route) => route.fulfill({ status: 400, json: { error } }))
    await reader.open(`/websites/${websiteId}`)
    const alert = page.getByRole('alert').first()
    expect(await alert.locator('p').allInnerTexts()).toEqual([
      'Der Server hat die Anfrage abgelehnt.',
      'Some new rule.',
    ])
    expect(await alert.locator('[lang="en"]').allInnerTexts()).toEqual(['Some new rule.'])
    await reader.close()
  })
})
