import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { canBrowse } from '../../support/chromium.ts'
import { type Dashboard, expectAccessible, startDashboard } from '../support/browser.ts'

// Pages open slowly on a busy machine.
setDefaultTimeout(60_000)

const password = 'a long password'

interface Listed<Row> {
  data: Row[]
}

describe.skipIf(!canBrowse)('teams and administration', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  test('an admin makes, changes and finds users', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open('/admin')
    const form = page.getByRole('dialog')
    for (const name of ['dora', 'emil']) {
      await page.getByRole('button', { name: 'Add user' }).click()
      await form.getByLabel('User name').fill(name)
      await form.getByLabel('Password').fill(password)
      await form.getByRole('button', { name: 'Add user' }).click()
      await page.locator('.row').filter({ hasText: name }).waitFor()
    }
    await page.getByRole('button', { name: 'Actions for emil' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await form.getByLabel('Role').selectOption('view-only')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('View only').waitFor()
    await expectAccessible(reader)
    await reader.shoot('admin-users-light')
    await page.getByRole('button', { name: 'Add user' }).click()
    await form.getByLabel('User name').fill('dora')
    await form.getByLabel('Password').fill(password)
    await form.getByRole('button', { name: 'Add user' }).click()
    await form.getByText('That name is taken.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('dor')
    await page.locator('.row').filter({ hasText: 'emil' }).waitFor({ state: 'detached' })
    await reader.settle()
    expect(await page.locator('.row-name').allInnerTexts()).toEqual(['dora'])
    expect(await server.login('dora', password)).toBeString()
    await reader.close()
  })

  test('a team is made, joined by its code, given a website, and left', async () => {
    const { server } = dashboard
    const doraToken = await server.login('dora', password)
    const dora = await dashboard.openReader({ token: doraToken })
    const { page } = dora
    await dora.open('/teams')
    await page.getByText('You’re not in a team yet').waitFor()
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Marketing')
    await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('heading', { level: 1, name: 'Marketing' }).waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    const code = (await page.locator('.code code').textContent()) ?? ''
    expect(code).toStartWith('team_')
    await expectAccessible(dora)
    await dora.shoot('team-settings-light')

    const emil = await dashboard.openReader({
      token: await server.login('emil', password),
      width: 390,
      height: 800,
      isDark: true,
    })
    await emil.open('/teams')
    expect(await emil.page.getByRole('button', { name: 'Create team' }).count()).toBe(0)
    await emil.page.getByRole('button', { name: 'Join team' }).click()
    const join = emil.page.getByRole('dialog')
    await join.getByLabel('Access code').fill('team_wrong')
    await join.getByRole('button', { name: 'Join team' }).click()
    await join.getByText('No team uses this access code.').waitFor()
    await join.getByLabel('Access code').fill(code)
    await join.getByRole('button', { name: 'Join team' }).click()
    await emil.page.getByRole('heading', { level: 1, name: 'Marketing' }).waitFor()
    await emil.settle()
    await expectAccessible(emil)
    await emil.shoot('team-phone-dark')

    await page.getByRole('tab', { name: 'Members' }).click()
    await page.getByLabel('Role of emil').selectOption('team-view-only')
    await page.getByText('Saved.').waitFor()

    const site = { name: 'Campaign', domain: 'campaign.example.com' }
    const { id } = (
      await server.ask<{ id: string }>('/api/websites', { token: doraToken, body: site })
    ).body
    await dora.open(`/websites/${id}/settings`)
    await page.getByLabel('Team').selectOption({ label: 'Marketing' })
    await page.getByRole('button', { name: 'Transfer' }).click()
    const sure = page.getByRole('dialog', { name: 'Transfer Campaign?' })
    await sure.getByText('All members of Marketing gain access: 2 members.').waitFor()
    await sure.getByRole('button', { name: 'Transfer' }).click()
    await page.getByText('Campaign was transferred.').waitFor()
    await page.getByRole('button', { name: 'Move to my account' }).click()
    await page.getByText('All other members of Marketing lose access.').waitFor()
    await page.keyboard.press('Escape')
    await emil.page.getByRole('tab', { name: 'Websites' }).click()
    await emil.page.getByRole('link', { name: 'Campaign' }).waitFor()

    await emil.page.getByRole('tab', { name: 'Settings' }).click()
    await emil.page.getByRole('button', { name: 'Leave team' }).click()
    await emil.page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click()
    await emil.page.getByText('You’re not in a team yet').waitFor()
    const members = await server.ask<Listed<{ user: { username: string } }>>(
      `/api/teams/${await teamId()}/users`,
    )
    expect(members.body.data.map(({ user }) => user.username)).toEqual(['dora'])
    expect(dora.complaints).toEqual([])
    await dora.close()
    await emil.close()
  })

  const teamId = async () => {
    const teams = await dashboard.server.ask<Listed<{ id: string }>>('/api/admin/teams')
    return teams.body.data[0]?.id
  }

  test('an admin sees everything, and deletes it with its name', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader({ isDark: true })
    const { page } = reader
    await reader.open('/admin/websites')
    expect(await page.locator('.row').allInnerTexts()).toEqual([
      'Campaign\ncampaign.example.com\nTeam Marketing',
    ])
    await page.getByRole('link', { name: 'Teams', exact: true }).click()
    await page.getByText('1 member · 1 website').waitFor()
    await expectAccessible(reader)
    await reader.shoot('admin-teams-dark')
    await page.getByRole('button', { name: 'Actions for Marketing' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Type “Marketing” to confirm').fill('Marketing')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No teams yet').waitFor()
    const websites = await server.ask<Listed<{ user: { username: string } }>>('/api/admin/websites')
    expect(websites.body.data.map(({ user }) => user.username)).toEqual(['dora'])
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for dora' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The user is deleted permanently with everything they own').waitFor()
    await page.getByLabel('Type “dora” to confirm').fill('dora')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('.row').filter({ hasText: 'dora' }).waitFor({ state: 'detached' })
    expect((await server.ask<Listed<unknown>>('/api/admin/websites')).body.data).toEqual([])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('others do not see the administration', async () => {
    const { server } = dashboard
    const reader = await dashboard.openReader({ token: await server.login('emil', password) })
    await reader.open('/admin')
    await reader.page.getByRole('heading', { name: 'You don’t have access' }).waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
