import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { canBrowse } from '../../support/chromium.ts'
import { type Dashboard, expectAccessible, startDashboard } from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

describe.skipIf(!canBrowse)('API keys', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  test('a key is made for a website, used and revoked', async () => {
    const { server } = dashboard
    const blog = await server.createWebsite('Blog')
    const shop = await server.createWebsite('Shop')
    const reader = await dashboard.openReader()
    const { page, context } = reader
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await reader.open('/settings')
    await page.getByText('No API keys yet').waitFor()
    await page.getByRole('button', { name: 'Add API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Graphs')
    await dialog.getByLabel('Expires').selectOption('30')
    await dialog.getByLabel('Only some websites').check()
    const make = dialog.getByRole('button', { name: 'Create key' })
    await dialog.getByLabel('Blog').waitFor()
    expect(await make.isDisabled()).toBe(true)
    await dialog.getByLabel('Blog').check()
    await expectAccessible(reader)
    await reader.shoot('api-key-form')
    await make.click()

    await dialog.getByText('Copy the key now: it is not shown again.').waitFor()
    await dialog.getByRole('button', { name: 'Copy', exact: true }).first().click()
    const key = await page.evaluate(() => navigator.clipboard.readText())
    expect(key).toMatch(/^footfall_[0-9A-Za-z]{32}$/)
    expect(await dialog.locator('code').nth(1).textContent()).toBe(
      `curl -H 'Authorization: Bearer ${key}' '${server.url}/api/websites'`,
    )
    await expectAccessible(reader)
    await reader.shoot('api-key-made')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
    expect(await dialog.locator('code').first().textContent()).toBe(key)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText(`${key.slice(0, 13)}…`).waitFor()
    await page.getByText('Only read · 1 website · Expires').waitFor()
    await page.getByText('Not used yet').waitFor()
    expect(await page.content()).not.toContain(key)

    const listed = await server.ask<{ data: { id: string }[] }>('/api/websites', { token: key })
    expect(listed.body.data.map(({ id }) => id)).toEqual([blog])
    expect((await server.ask(`/api/websites/${shop}`, { token: key })).status).toBe(401)
    await page.reload()
    await page.getByText('Last used').waitFor()
    await expectAccessible(reader)
    await reader.shoot('api-keys-light')

    await page.getByRole('button', { name: 'Revoke Graphs' }).click()
    await dialog.getByText('Programs that use this key are refused at once.').waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Graphs was revoked.').waitFor()
    await page.getByText('No API keys yet').waitFor()
    expect((await server.ask('/api/websites', { token: key })).status).toBe(401)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('on a phone, in Arabic and in the dark', async () => {
    const { server } = dashboard
    await server.ask('/api/me/api-keys', { body: { name: '<b>"مفتاح"</b>', scope: 'full' } })
    const reader = await dashboard.openReader({
      width: 390,
      height: 800,
      isDark: true,
      locale: 'ar',
    })
    const { page } = reader
    await reader.open('/settings')
    await page.getByText('<b>"مفتاح"</b>').waitFor()
    await expectAccessible(reader)
    await reader.shoot('api-keys-phone-arabic')
    await page.getByRole('button', { name: 'إضافة مفتاح API' }).click()
    await expectAccessible(reader)
    await reader.shoot('api-key-form-phone-arabic')
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
