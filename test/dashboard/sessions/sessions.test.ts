import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'
import { readRows } from '../support/cells.ts'
import { hostile, openDemoSite, shopNow } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('sessions', () => {
  let dashboard: Dashboard
  let reader: Reader
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    root = `/websites/${await openDemoSite(dashboard.server)}/sessions`
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const rows = (selector = 'tbody tr') => readRows(reader.page.locator(selector))

  test('are listed with what they did, the latest active first', async () => {
    await reader.open(root)
    expect(await reader.page.locator('.total-value').allInnerTexts()).toEqual([
      '4',
      '5',
      '7',
      '5',
      '2',
    ])
    const found = await rows()
    expect(found.map(([, ...cells]) => cells)).toEqual([
      ['17 Jun 2026, 10:00', '–', 'Firefox · Linux · Desktop', '1', '1', '0'],
      ['17 Jun 2026, 09:01', '–', 'Firefox · Linux · Desktop', '1', '1', '1'],
      ['16 Jun 2026, 10:03', 'Austin, United States', 'Firefox · Linux · Desktop', '2', '3', '2'],
      ['16 Jun 2026, 08:10', 'Berlin, Germany', 'Chrome · Windows 10 · Desktop', '1', '2', '2'],
    ])
    expect(found[2]?.[0]).toBe('anna@example.com')
  })

  test('are searched, and a filter in the address narrows them', async () => {
    await reader.open(root)
    await reader.page.getByRole('searchbox').fill('berlin')
    await reader.page.waitForURL(/search=berlin/)
    await reader.settle()
    expect((await rows()).map(([, , place]) => place)).toEqual(['Berlin, Germany'])
    await reader.open(`${root}?country=eq.US`)
    expect((await rows()).map(([name]) => name)).toEqual(['anna@example.com'])
    await reader.open(`${root}?search=nobody`)
    expect(await reader.page.locator('.note-title').allInnerTexts()).toEqual(['No results'])
  })

  test('have a page with facts, properties and what was done by day', async () => {
    await reader.open(root)
    await reader.page.getByRole('link', { name: 'anna@example.com' }).click()
    await reader.page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/)
    await reader.settle()
    // Three minutes in one visit, two in the other.
    expect(await reader.page.locator('.total-value').allInnerTexts()).toEqual([
      '2',
      '3',
      '2',
      '5m 0s',
    ])
    const facts = await reader.page.locator('.fact-line').allInnerTexts()
    expect(facts).toContain('City\nAustin')
    expect(facts).toContain('plan\npro')
    expect(facts).toContain(`note\n${hostile}`)
    expect(await reader.page.locator('.day h3').allInnerTexts()).toEqual([
      'Tuesday, 16 June 2026',
      'Monday, 15 June 2026',
    ])
    const acts = await reader.page.locator('.act-words').allInnerTexts()
    expect(acts.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Triggered purchase on /checkout Properties',
      'Viewed /',
      'Triggered signup on /pricing Properties',
      'Viewed /pricing',
      'Viewed / from google.com',
    ])
    await reader.page.getByRole('button', { name: 'Properties' }).first().click()
    await reader.page.locator('.event-data-open .fact-line').first().waitFor()
    expect(await reader.page.locator('.event-data-open .fact-line').allInnerTexts()).toEqual([
      'currency\nUSD',
      'revenue\n20',
    ])
    await reader.page.getByRole('link', { name: 'Sessions' }).last().click()
    await reader.settle()
    expect(await rows()).toHaveLength(4)
  })

  test('show what is known of visitors, by property and value', async () => {
    await reader.open(root)
    await reader.page.getByRole('tab', { name: 'Properties' }).click()
    await reader.settle()
    await reader.page.getByRole('link', { name: 'plan' }).click()
    await reader.page.waitForURL(/property=plan/)
    await reader.settle()
    expect(await rows('.explorer tbody tr')).toEqual([
      ['note', '1'],
      ['plan', '1'],
      ['pro', '1', '2', '3', '2'],
    ])
    expect(await rows('.pivot-table tr')).toEqual([
      ['Visitor', 'Set', 'note', 'plan'],
      ['anna@example.com', '15 Jun 2026, 09:00', hostile, 'pro'],
    ])
  })

  test('one is deleted after a question, and a share page offers no such thing', async () => {
    const { server } = dashboard
    const site = await openDemoSite(server)
    const { body } = await server.ask<{ slug: string }>(`/api/websites/${site}/shares`, {
      body: { name: 'All', parameters: {} },
    })
    const { page } = reader
    const toName = 'anna@example.com'
    await reader.open(`/share/${body.slug}/sessions`)
    await page.getByRole('link', { name: toName }).click()
    await page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/)
    await reader.settle()
    expect(await page.getByRole('button', { name: 'Delete this visitor' }).count()).toBe(0)

    await reader.open(`/websites/${site}/sessions?range=2026-06-11_2026-06-17`)
    await page.getByRole('link', { name: toName }).click()
    await page.waitForURL(/\/sessions\/[0-9a-f-]{36}/)
    await reader.settle()
    const ask = () => page.getByRole('button', { name: 'Delete this visitor' }).first().click()
    await ask()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('deleted permanently').waitFor()
    await expectAccessible(reader)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await ask()
    await dialog.getByRole('button', { name: 'Delete this visitor' }).click()
    await page.waitForURL(/\/sessions\?range=2026-06-11_2026-06-17$/)
    await reader.settle()
    expect((await rows()).map(([name]) => name)).not.toContain(toName)
    expect(await rows()).toHaveLength(3)
  })
})
