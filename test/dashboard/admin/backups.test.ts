import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { adminPassword } from '../../support/app.ts'
import { canBrowse, openChromium } from '../../support/chromium.ts'
import { type Client, openClient } from '../../support/client.ts'
import { type Running, startProcess } from '../../support/process.ts'
import { expectAccessible, openReader } from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(120_000)

describe.skipIf(!canBrowse)('backups in the administration', () => {
  let base = ''
  let running: Running
  let server: Client
  let browser: Browser
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'footfall-page-backups-'))
    const settings = { ADMIN_PASSWORD: adminPassword }
    running = await startProcess({ dataDir: join(base, 'data'), settings })
    server = await openClient(running.url, adminPassword)
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await running.stop()
    await rm(base, { recursive: true, force: true })
  })

  test('one is made, saved, deleted, brought back and restored', async () => {
    await server.createWebsite('Kept')
    const reader = await openReader(server, browser)
    const { page } = reader
    await reader.open('/admin')
    await page.getByRole('link', { name: 'Backups' }).click()
    await page.getByText('No backups yet').waitFor()
    await page.getByRole('button', { name: 'Make a backup' }).click()
    const row = page.locator('.row').filter({ hasText: 'footfall-' })
    await row.waitFor()
    const [name = ''] = await row.locator('.row-name').allInnerTexts()
    await expectAccessible(reader)
    await reader.shoot('admin-backups-light')

    const choose = async (choice: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('button', { name: choice, exact: true }).click()
    }
    const downloading = page.waitForEvent('download')
    await choose('Download')
    const download = await downloading
    expect(download.suggestedFilename()).toBe(name)
    const saved = join(base, name)
    await download.saveAs(saved)

    await choose('Delete')
    await page
      .getByRole('dialog')
      .getByLabel(/to confirm$/)
      .fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No backups yet').waitFor()

    const uploads = page.locator('input[type="file"]')
    await uploads.setInputFiles({
      name: 'no-backup.tar.zst',
      mimeType: '',
      buffer: Buffer.from('x'),
    })
    await page.getByText('is damaged or no backup').waitFor()
    await uploads.setInputFiles(saved)
    await row.waitFor()

    await server.createWebsite('Later')
    await choose('Restore')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The backup is restored.').waitFor({ timeout: 100_000 })
    const { body } = await server.ask<{ data: { name: string }[] }>('/api/websites')
    expect(body.data.map((website) => website.name)).toEqual(['Kept'])
    await reader.close()
  })
})
