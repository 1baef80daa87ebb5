import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { showToken } from '../../sign-in/two-factor/authenticator.ts'
import { canBrowse } from '../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

const password = 'a long password'
const stepMs = 30_000

describe.skipIf(!canBrowse)('two-factor log-in', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  const addUser = async (username: string): Promise<{ id: string; token: string }> => {
    const { server } = dashboard
    const body = { username, password, role: 'user' }
    const { id } = (await server.ask<{ id: string }>('/api/users', { body })).body
    return { id, token: await server.login(username, password) }
  }

  /** Goes through the set-up that is open; gives the key of the authenticator and the backup codes. */
  const setUp = async ({ page }: Reader, name: string, reader: Reader) => {
    await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor()
    const key = (await page.locator('.qr-code ~ .code code').textContent()) ?? ''
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    await expectAccessible(reader)
    await reader.shoot(`two-factor-${name}`)
    const shown = showToken(key, Date.now())
    await page.getByLabel('Token').fill(shown === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This token is wrong.').waitFor()
    const now = showToken(key, Date.now())
    await page.getByLabel('Token').fill(`${now.slice(0, 3)} ${now.slice(3)}`)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Each backup code works once if you lose your phone').waitFor()
    const codes = await page.locator('.backup-codes code').allTextContents()
    expect(codes).toHaveLength(10)
    await expectAccessible(reader)
    await reader.shoot(`two-factor-${name}-codes`)
    return { key, codes }
  }

  const enterPassword = async ({ page }: Reader, username: string) => {
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  test('is set up, used with a token and with a backup code, and turned off', async () => {
    const { server } = dashboard
    const { token } = await addUser('dora')
    const reader = await dashboard.openReader({ token: null })
    const { page } = reader
    await page.goto(`${server.url}/login?next=/settings`)
    await enterPassword(reader, 'dora')
    await page.getByRole('button', { name: 'Set up two-factor log-in' }).click()
    const { key, codes } = await setUp(reader, 'set-up', reader)
    // On paper there is nothing but the codes.
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.backup-codes code').first().isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('On: after your password').waitFor()

    const logOut = async () => {
      await page.getByRole('button', { name: 'Account of dora' }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByLabel('User name').waitFor()
    }
    await logOut()
    await enterPassword(reader, 'dora')
    await page.getByText('Six digits that your authenticator shows now.').waitFor()
    await expectAccessible(reader)
    await reader.shoot('two-factor-log-in')
    // The token of the next half minute: that of this one may have confirmed the set-up.
    await page.getByLabel('Token').fill(showToken(key, Date.now() + stepMs))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('On: after your password').waitFor()

    await logOut()
    await enterPassword(reader, 'dora')
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill('wrong-wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('This backup code is wrong or was used already.').waitFor()
    await page.getByLabel('Backup code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()

    await page.getByRole('button', { name: 'Turn off two-factor log-in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByLabel('Token or backup code').fill(codes[1] ?? '')
    await expectAccessible(reader)
    await dialog.getByRole('button', { name: 'Turn off two-factor log-in' }).click()
    await page.getByText('Off: your password is enough.').waitFor()
    await server.login('dora', password)
    // The log-in of before the set-up ended with it.
    expect((await server.ask('/api/me', { token })).status).toBe(401)
    await reader.close()
  })

  test('a changed password asks for the second step again', async () => {
    const { server } = dashboard
    const { token } = await addUser('emil')
    const reader = await dashboard.openReader({ token })
    const { page } = reader
    await reader.open('/settings')
    await page.getByRole('button', { name: 'Set up two-factor log-in' }).click()
    const tab = await reader.context.newPage()
    await tab.goto(`${server.url}/boards`)
    await tab.getByText('No boards yet').waitFor()
    const { codes } = await setUp(reader, 'emil', reader)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Close' }).count()).toBe(0)
    await page.getByText('Each backup code works once if you lose your phone').waitFor()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('On: after your password').waitFor()
    // Another tab goes on with the log-in that is left.
    await tab.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/settings'
      document.body.append(link)
      link.click()
    })
    await tab.getByText('On: after your password').waitFor()
    await tab.close()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password', { exact: true }).fill('a second password')
    await page.getByLabel('Confirm new password').fill('a second password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed. You were logged out everywhere else.').waitFor()
    await page.getByLabel('User name').fill('emil')
    await page.getByLabel('Password').fill('a second password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect((await server.ask('/api/me', { token })).status).toBe(401)
    await reader.close()
  })

  test('where an admin requires it, nothing opens before; the admin resets a lost one', async () => {
    const { server } = dashboard
    const { token } = await addUser('fritz')
    const admin = await dashboard.openReader()
    await admin.open('/admin')
    const openDialog = async () => {
      await admin.page.getByRole('button', { name: 'Actions for fritz' }).click()
      await admin.page.getByRole('button', { name: 'Two-factor log-in' }).click()
    }
    await openDialog()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByText('Not set up.').waitFor()
    await dialog.getByLabel('Required').check()
    await admin.page.getByText('Saved.').waitFor()
    await expectAccessible(admin)
    await admin.shoot('two-factor-of-user')
    await dialog.getByRole('button', { name: 'Close' }).click()

    const reader = await dashboard.openReader({ token, isDark: true, width: 390, height: 800 })
    const { page } = reader
    await reader.open('/boards')
    await page.getByRole('heading', { level: 1, name: 'Set up two-factor log-in first' }).waitFor()
    await setUp(reader, 'required-phone-dark', reader)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('No boards yet').waitFor()
    await reader.follow('/settings')
    await page.getByText('Required by an administrator.').waitFor()
    await reader.close()

    await openDialog()
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await admin.page.getByText('Two-factor log-in for fritz was reset.').waitFor()
    await dialog.getByText('Not set up.').waitFor()
    const { body } = await server.ask('/api/auth/login', {
      token: null,
      body: { username: 'fritz', password },
    })
    expect(body).toMatchObject({ user: { twoFactorSetupRequired: true } })
    expect(admin.complaints).toEqual([])
    await admin.close()
  })

  test('is required of everybody and of a team at a switch each', async () => {
    const { server } = dashboard
    const { token } = await addUser('gerda')
    const [team] = (await server.ask<[{ id: string }]>('/api/teams', { body: { name: 'Crew' } }))
      .body
    const reader = await dashboard.openReader()
    const other = await dashboard.openReader({ token })
    const { page } = reader
    await other.open('/settings')
    await reader.open('/admin/log-in')
    await page.getByLabel('Required for everyone').click()
    // The admin has none either.
    await page.getByRole('heading', { level: 1, name: 'Set up two-factor log-in first' }).waitFor()
    // A page that was open before learns it with its next question.
    await other.follow('/boards')
    await other.page
      .getByRole('heading', { level: 1, name: 'Set up two-factor log-in first' })
      .waitFor()
    await setUp(reader, 'admin', reader)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByLabel('Required for everyone').uncheck()
    await page.getByText('Saved.').waitFor()
    expect((await server.ask('/api/websites', { token })).status).toBe(200)

    await reader.follow(`/teams/${team.id}?tab=settings`)
    await page.getByLabel('Required for all members').check()
    await page.getByText('Saved.').waitFor()
    const kept = await page.evaluate(() => localStorage.getItem('footfall.token'))
    const shown = await server.ask(`/api/teams/${team.id}`, { token: kept })
    expect(shown.body).toMatchObject({ twoFactorRequired: true })
    await expectAccessible(reader)
    await reader.shoot('two-factor-of-team')
    await other.close()
    await reader.close()
  })
})
