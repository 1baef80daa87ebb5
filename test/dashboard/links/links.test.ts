import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { canBrowse } from '../../support/chromium.ts'
import { firefox } from '../../support/visits.ts'
import { type Dashboard, expectAccessible, startDashboard } from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

describe.skipIf(!canBrowse)('links and pixels', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  /** Opens an address as a browser does. */
  const visit = (path: string) =>
    fetch(dashboard.server.url + path, { redirect: 'manual', headers: { 'User-Agent': firefox } })

  test('a link is made, copied, followed, counted, changed and deleted', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader()
    const { page, context } = reader
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await reader.open('/links')
    await page.getByText('No links yet').waitFor()
    await page.getByRole('button', { name: 'Add link' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('<b>Spring</b> sale')
    await form.getByLabel('Destination URL').fill('https://shop.example.com/sale')
    await form.getByLabel('Address').fill('spring-sale')
    await form.getByRole('button', { name: 'Add link' }).click()
    const row = page.locator('.row')
    await row.filter({ hasText: '<b>Spring</b> sale' }).waitFor()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied.').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${server.url}/q/spring-sale`)

    expect((await visit('/q/spring-sale')).headers.get('location')).toBe(
      'https://shop.example.com/sale',
    )
    await reader.open('/links')
    expect(await row.locator('.row-fact').textContent()).toBe('1 click in 30 days')
    await expectAccessible(reader)
    await reader.shoot('links-light')
    await page.getByRole('link', { name: '<b>Spring</b> sale' }).click()
    await reader.settle()
    expect(await page.locator('.total-value').nth(2).textContent()).toBe('1')

    await page.getByRole('link', { name: 'Settings' }).click()
    await reader.settle()
    await page.getByLabel('Name').fill('Summer sale')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Summer sale' }).waitFor()
    await expectAccessible(reader)
    await reader.shoot('link-settings-light')
    await page.getByRole('button', { name: 'Delete Summer sale' }).click()
    const sure = page.getByRole('dialog')
    const remove = sure.getByRole('button', { name: 'Delete' })
    expect(await remove.isDisabled()).toBe(true)
    await sure.getByLabel('Type “Summer sale” to confirm').fill('Summer sale')
    await remove.click()
    await page.getByText('No links yet').waitFor()
    expect((await visit('/q/spring-sale')).status).toBe(404)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('an address that is taken is refused in words', async () => {
    const { server } = dashboard
    const body = { name: 'First', url: 'https://example.com/', slug: 'taken-slug' }
    await server.ask('/api/links', { body })
    const reader = await dashboard.openReader({ locale: 'de-DE' })
    const { page } = reader
    await reader.open('/links')
    await page.getByRole('button', { name: 'Link hinzufügen' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Second')
    await form.getByLabel('Ziel-URL').fill('https://example.com/')
    await form.getByLabel('Adresse').fill('taken-slug')
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await form.getByText('Diese Adresse ist vergeben. Wähle eine andere.').waitFor()
    await reader.close()
  })

  test('a pixel is made, seen, counted and shared on a dark phone', async () => {
    const reader = await dashboard.openReader({ width: 390, height: 800, isDark: true })
    const { page } = reader
    await reader.open('/pixels')
    await page.getByRole('button', { name: 'Add pixel' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Newsletter')
    await form.getByLabel('Address').fill('newsletter-may')
    await expectAccessible(reader)
    await form.getByRole('button', { name: 'Add pixel' }).click()
    await page.getByRole('link', { name: 'Newsletter' }).waitFor()
    expect((await visit('/p/newsletter-may')).status).toBe(200)
    await reader.open('/pixels')
    expect(await page.locator('.row-fact').textContent()).toBe('1 view in 30 days')
    await expectAccessible(reader)
    await reader.shoot('pixels-phone-dark')
    await page.getByRole('button', { name: 'Actions for Newsletter' }).click()
    await page.getByRole('button', { name: 'Share' }).click()
    await reader.settle()
    expect(new URL(page.url()).search).toBe('?tab=shares')
    await page.getByText('No share pages yet').waitFor()
    await expectAccessible(reader)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
