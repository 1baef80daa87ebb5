import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'

const now = '2026-06-17T12:00:00.000Z'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

describe.skipIf(!canBrowse)('boards and share pages', () => {
  let dashboard: Dashboard
  let websiteId: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now })
    const { server } = dashboard
    websiteId = await server.createWebsite('Shop')
    await pastVisits(server, websiteId, [
      { at: '2026-06-16T10:00:00Z', visitor: 'anna', url: '/' },
      { at: '2026-06-16T10:01:00Z', visitor: 'anna', url: '/<i>cart</i>' },
      { at: '2026-06-17T09:00:00Z', visitor: 'ben', url: '/' },
    ])
  })
  afterAll(() => dashboard.stop())

  /** Adds a share page through the open list of share pages. */
  const addShare = async ({ page, shoot }: Reader, slug: string, sections: string[]) => {
    await page.getByRole('button', { name: 'Add share page' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address').fill(slug)
    for (const section of sections) await form.getByLabel(section).check()
    await shoot(`share-form-${slug}`)
    await form.getByRole('button', { name: 'Add share page' }).click()
    await form.waitFor({ state: 'detached' })
  }

  test('a board is put together from panels and shown', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open('/boards')
    await page.getByText('No boards yet').waitFor()
    await page.getByRole('button', { name: 'Add board' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Every morning')
    await form.getByLabel('Description').fill('What matters first')
    await form.getByRole('button', { name: 'Add board' }).click()
    await page.waitForURL('**/boards/*/edit')
    await reader.settle()
    const addPanel = async (button: string, what: string, metric?: string) => {
      await page.getByRole('button', { name: button }).click()
      await form.getByLabel('Website', { exact: true }).selectOption({ label: 'Shop' })
      await form.getByLabel('Show').selectOption({ label: what })
      if (metric) await form.getByLabel('Most frequent').selectOption({ label: metric })
      await form.getByRole('button', { name: 'Apply' }).click()
      await form.waitFor({ state: 'detached' })
      await reader.settle()
    }
    await addPanel('Add row', 'Views and visitors')
    await addPanel('Add row', 'Totals')
    await page.getByRole('button', { name: 'Add panel' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Move row 2 up' }).click()
    await page.getByRole('button', { name: 'Add panel' }).first().click()
    await form.getByLabel('Website', { exact: true }).selectOption({ label: 'Shop' })
    await form.getByLabel('Show').selectOption({ label: 'Top list' })
    await form.getByRole('button', { name: 'Apply' }).click()
    await reader.settle()
    await expectAccessible(reader)
    await reader.shoot('board-edit-light')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/boards\/[^/]+$/)
    await reader.settle()
    expect(await page.locator('.board-row h2').allInnerTexts()).toEqual([
      'Totals',
      'Paths',
      'Views and visitors',
    ])
    expect(await page.locator('.total-value').allInnerTexts()).toEqual([
      '2',
      '2',
      '3',
      '50%',
      '30s',
    ])
    const rows = await page.locator('.metric tbody tr').allInnerTexts()
    expect(rows.map((text) => text.trim().split(/\s+/))).toEqual([
      ['/', '2', '100%'],
      ['/<i>cart</i>', '1', '50%'],
    ])
    await expectAccessible(reader)
    await reader.shoot('board-light')
    await page.getByRole('button', { name: /^Range/ }).click()
    await page.getByRole('button', { name: 'Today' }).click()
    await reader.settle()
    expect(await page.locator('.total-value').first().textContent()).toBe('1')
    expect(new URL(page.url()).search).toBe('?range=today')
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('a stranger sees a shared board and the opened pages of what it shows', async () => {
    const { server } = dashboard
    const owner = await dashboard.openReader()
    await owner.open('/boards')
    await owner.page.getByRole('button', { name: 'Actions for Every morning' }).click()
    await owner.page.getByRole('button', { name: 'Share' }).click()
    await owner.settle()
    await addShare(owner, 'morning', ['Realtime'])
    await owner.close()

    const reader = await dashboard.openReader({
      token: null,
      width: 390,
      height: 800,
      isDark: true,
    })
    const { page } = reader
    await reader.open('/share/morning')
    expect(await page.locator('.total-value').first().textContent()).toBe('2')
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    await expectAccessible(reader)
    await reader.shoot('shared-board-phone-dark')
    await page.getByRole('link', { name: 'Shop' }).first().click()
    await reader.settle()
    expect(await page.locator('.target-menu a').allInnerTexts()).toEqual(['Overview', 'Realtime'])
    await page.getByRole('link', { name: 'Back to the board' }).click()
    await page.getByRole('heading', { level: 1, name: 'Every morning' }).waitFor()
    // What is not on the board stays closed.
    const other = await server.createWebsite('Other')
    await page.goto(`${server.url}/share/morning/websites/${other}`)
    await page.getByText('This section is not shared').waitFor()
    await reader.close()
  })

  test('a share page shows only the sections that its owner opens', async () => {
    const { server } = dashboard
    const owner = await dashboard.openReader()
    await owner.open(`/websites/${websiteId}/settings?tab=shares`)
    await owner.page.getByText('No share pages yet').waitFor()
    await addShare(owner, 'shop-numbers', ['Realtime'])
    expect(await owner.page.locator('.row-note').textContent()).toBe(
      `${server.url}/share/shop-numbersOverview, Realtime`,
    )
    await expectAccessible(owner)
    await owner.shoot('shares-light')

    const reader = await dashboard.openReader({ token: null })
    await reader.open('/share/shop-numbers?range=7d')
    const menu = reader.page.locator('.target-menu a')
    expect(await menu.allInnerTexts()).toEqual(['Overview', 'Realtime'])
    expect(await reader.page.locator('.total-value').first().textContent()).toBe('2')
    await menu.nth(1).click()
    await reader.page.getByRole('heading', { name: 'Last 30 minutes' }).waitFor()
    await reader.settle()
    expect(reader.complaints).toEqual([])

    const { page } = owner
    await page.getByRole('button', { name: 'Actions for Shop' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Overview').uncheck()
    await page.getByRole('dialog').getByLabel('Allow filters').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const shares = await server.ask<{ data: { parameters: Record<string, unknown> }[] }>(
      `/api/websites/${websiteId}/shares`,
    )
    expect(shares.body.data[0]?.parameters).toMatchObject({
      overview: false,
      realtime: true,
      allowFilter: false,
    })
    await reader.open('/share/shop-numbers')
    await reader.page.getByRole('heading', { name: 'Last 30 minutes' }).waitFor()
    expect(await menu.count()).toBe(0)

    await page.getByRole('button', { name: 'Actions for Shop' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No share pages yet').waitFor()
    await reader.page.goto(`${server.url}/share/shop-numbers`)
    await reader.page.getByText('Share page not found').waitFor()
    // The same address opens it again.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Shop was restored.').waitFor()
    await reader.page.reload()
    await reader.page.getByRole('heading', { name: 'Last 30 minutes' }).waitFor()
    expect(owner.complaints).toEqual([])
    await owner.close()
    await reader.close()
  })

  test('a board is deleted after its name was typed', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open('/boards')
    expect(await page.locator('.row-fact').textContent()).toBe('3 panels')
    await page.getByRole('button', { name: 'Actions for Every morning' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Type “Every morning” to confirm').fill('Every morning')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No boards yet').waitFor()
    expect((await server.ask('/api/share/morning', { token: null })).status).toBe(404)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('a board is copied from the list, and the copy opens', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    const parameters = { websiteId, rows: [] }
    await dashboard.server.ask('/api/boards', {
      body: { name: 'Original', type: 'mixed', description: 'All of it', parameters },
    })
    await reader.open('/boards')
    await page.getByRole('button', { name: 'Original' }).click()
    await page.getByRole('button', { name: 'Make a copy' }).click()
    await page.waitForURL('**/boards/*/edit')
    await reader.settle()
    const { body } = await dashboard.server.ask<{ data: object[] }>('/api/boards?search=original')
    expect(body.data).toMatchObject([
      { name: 'Original (copy)', description: 'All of it', parameters },
      { name: 'Original', description: 'All of it', parameters },
    ])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
