// Forms: where typing goes, and what they say about what was typed.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('forms', () => {
  let dashboard: Dashboard
  let reader: Reader

  beforeAll(async () => {
    dashboard = await startDashboard()
    reader = await dashboard.openReader({ locale: 'de-DE' })
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
  })

  /** The label of the field that has the focus. */
  const focused = ({ page }: Reader) =>
    page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent)

  test('the first field has the focus, on pages and in dialogs', async () => {
    await reader.open('/first-steps')
    expect(await focused(reader)).toBe('Name')
    await reader.open('/links')
    await reader.page.getByRole('button', { name: 'Link hinzufügen' }).click()
    expect(await focused(reader)).toBe('Name')
    const stranger = await dashboard.openReader({ token: null })
    await stranger.open('/login')
    expect(await focused(stranger)).toBe('User name')
    await stranger.close()
  })

  test('a password can be shown', async () => {
    const stranger = await dashboard.openReader({ token: null })
    const { page } = stranger
    await stranger.open('/login')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Show' }).click()
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('text')
    await expectAccessible(stranger)
    await page.getByRole('button', { name: 'Hide' }).click()
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password')
    await stranger.close()
  })

  test('what is wrong is said below the field, in the language of the page', async () => {
    const { page } = reader
    await reader.open('/links')
    await page.getByRole('button', { name: 'Link hinzufügen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Angebot')
    await dialog.getByLabel('Ziel-URL').fill('kein Ziel')
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('Gib eine vollständige URL ein').waitFor()
    expect(await focused(reader)).toBe('Ziel-URL')
    expect(await dialog.getByLabel('Ziel-URL').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(reader)
  })

  test('a domain has to be one', async () => {
    const { page } = reader
    await reader.open('/first-steps')
    await page.getByLabel('Domain').fill('https://www.My Blog.example/path')
    await page.getByRole('button', { name: 'Website hinzufügen' }).click()
    await page.locator('.field-wrong').getByText('Gib eine Domain wie').waitFor()
    await page.getByLabel('Domain').fill('https://www.bücher.example/path?x#y')
    await page.getByRole('button', { name: 'Website hinzufügen' }).click()
    await page.waitForURL(/website=/)
    const { body } = await dashboard.server.ask<{ data: { domain: string }[] }>('/api/websites')
    expect(body.data.map(({ domain }) => domain)).toEqual(['www.bücher.example'])
  })

  test('the whole tag can be read, without scrolling', async () => {
    const wide = await reader.page
      .locator('.code pre')
      .evaluate((code) => code.scrollWidth - code.clientWidth)
    expect(wide).toBe(0)
  })
})
