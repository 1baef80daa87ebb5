import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import { type Dashboard, expectAccessible, startDashboard } from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

describe.skipIf(!canBrowse)('settings', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  test('appearance, language and zone are chosen at once and kept', async () => {
    const reader = await dashboard.openReader({ width: 390, height: 800 })
    const { page } = reader
    await reader.open('/settings')
    await page.getByLabel('Theme').selectOption('dark')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Language').selectOption('ar')
    await page.getByRole('heading', { level: 1, name: 'الإعدادات' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'الإعدادات' }).waitFor()
    expect(await page.getByLabel('المنطقة الزمنية').inputValue()).toBe('Asia/Tokyo')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await expectAccessible(reader)
    await reader.shoot('settings-phone-dark-arabic')
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('a new password logs out elsewhere and not here', async () => {
    const { server } = dashboard
    const old = 'a first password'
    const body = { username: 'carla', password: old, role: 'user' }
    await server.ask('/api/users', { body })
    const elsewhere = await server.login('carla', old)
    const reader = await dashboard.openReader({ token: await server.login('carla', old) })
    const { page } = reader
    await reader.open('/settings')
    const change = page.getByRole('button', { name: 'Change password' })
    await page.getByLabel('Current password').fill('not it at all')
    await page.getByLabel('New password', { exact: true }).fill('a second password')
    await page.getByLabel('Confirm new password').fill('a second passwort')
    await page.getByText('The passwords don’t match.').waitFor()
    expect(await change.isDisabled()).toBe(true)
    await page.getByLabel('Confirm new password').fill('a second password')
    await change.click()
    await page.getByText('The current password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(old)
    await change.click()
    await page.getByText('Password changed.').waitFor()
    await expectAccessible(reader)
    await reader.shoot('settings-light')
    expect((await server.ask('/api/me', { token: elsewhere })).status).toBe(401)
    await server.login('carla', 'a second password')
    await page.getByRole('link', { name: 'Boards' }).click()
    await page.getByText('No boards yet').waitFor()
    await reader.close()
  })

  test('a website is renamed, reset and deleted', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Blog')
    const path = `/api/websites/${id}`
    await pastVisits(server, id, [{ at: new Date().toISOString(), visitor: 'anna', url: '/' }])
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open(`/websites/${id}/settings`)
    expect(await page.locator('.code code').textContent()).toBe(
      `<script defer src="${server.url}/script.js" data-website-id="${id}"></script>`,
    )
    await page.getByLabel('Name').fill('Journal')
    await page.getByLabel('Domain').fill('journal.example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor()
    await expectAccessible(reader)
    await reader.shoot('website-settings-light')

    await page.getByRole('button', { name: 'Delete all data' }).click()
    const sure = page.getByRole('dialog')
    await sure.getByLabel('Type “Journal” to confirm').fill('Journal')
    await sure.getByRole('button', { name: 'Delete all data' }).click()
    await page.getByText('All data was deleted.').waitFor()
    const stats = await server.ask<{ pageviews: number }>(`${path}/stats?startAt=0&endAt=${9e12}`)
    expect(stats.body.pageviews).toBe(0)

    await page.getByRole('button', { name: 'Delete Journal' }).click()
    await sure.getByLabel('Type “Journal” to confirm').fill('journal')
    expect(await sure.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await sure.getByLabel('Type “Journal” to confirm').fill('Journal')
    await sure.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/(websites|first-steps)$/)
    expect((await server.ask(path)).status).toBe(404)
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('what is recorded for replay is stored as chosen', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Recorded')
    const reader = await dashboard.openReader({ isDark: true })
    const { page } = reader
    await reader.open(`/websites/${id}/settings?tab=replay`)
    await page.getByLabel('Record sessions').check()
    await page.getByLabel('Share of sessions, in percent').fill('40')
    await page.getByLabel('Never record').fill('.private')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const website = await server.ask<{ replayConfig: unknown }>(`/api/websites/${id}`)
    expect(website.body.replayConfig).toEqual({
      replayEnabled: true,
      sampleRate: 0.4,
      heatmapSampleRate: 0.15,
      maskLevel: 'moderate',
      maxDuration: 300,
      blockSelector: '.private',
    })
    await expectAccessible(reader)
    await reader.shoot('replay-dark')
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('segments and cohorts are made, changed and deleted', async () => {
    const { server } = dashboard
    const id = await server.createWebsite('Segmented')
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open(`/websites/${id}/settings?tab=segments`)
    const form = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add segment' }).click()
    await form.getByLabel('Name').fill('Firefox in Germany')
    await form.getByLabel('Field', { exact: true }).selectOption('browser')
    await form.getByLabel('Value').fill('firefox')
    await form.getByRole('button', { name: 'Filter', exact: true }).click()
    await form.getByLabel('Field', { exact: true }).nth(1).selectOption('country')
    await form.getByLabel('Value').nth(1).fill('DE')
    await expectAccessible(reader)
    await reader.shoot('segment-form-light')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Browser is Firefox · Country is Germany').waitFor()

    await page.getByRole('button', { name: 'Add cohort' }).click()
    await form.getByLabel('Name').fill('Buyers')
    await form.getByLabel('Type').selectOption('event')
    await form.getByLabel('Event').fill('purchase')
    await form.getByLabel('Range').selectOption('90day')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Event purchase').waitFor()
    const cohorts = await server.ask<{ data: { parameters: unknown }[] }>(
      `/api/websites/${id}/segments?type=cohort`,
    )
    expect(cohorts.body.data.map(({ parameters }) => parameters)).toEqual([
      {
        filters: [],
        match: 'all',
        dateRange: '90day',
        action: { type: 'event', value: 'purchase' },
      },
    ])
    await page.getByRole('button', { name: 'Actions for Firefox in Germany' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No segments yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Browser is Firefox · Country is Germany').waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
