import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sections } from '../../../src/access/sections.ts'
import { en } from '../../../src/dashboard/messages/en.ts'
import { targetPages } from '../../../src/dashboard/pages.tsx'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'
import { openDemoSite, shopNow } from '../support/demo-site.ts'

// One test opens all sections.
setDefaultTimeout(4 * browserTimeoutMs)

/** Pages that have a place in menus, and their section. */
const menuPages = targetPages.filter(({ menu, section }) => menu && section)
const titles = menuPages.map(({ title }) => String(en[title]))

describe.skipIf(!canBrowse)('the sections of a share page', () => {
  let dashboard: Dashboard
  let websiteId: string
  let stranger: Reader

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    websiteId = await openDemoSite(dashboard.server)
    stranger = await dashboard.openReader({ token: null })
  })
  afterAll(async () => {
    await stranger.close()
    await dashboard.stop()
    expect(stranger.complaints).toEqual([])
  })

  const share = async (parameters: Record<string, boolean>) => {
    const body = { name: 'Public', parameters }
    const path = `/api/websites/${websiteId}/shares`
    const answer = await dashboard.server.ask<{ slug: string }>(path, { body })
    return `/share/${answer.body.slug}`
  }
  const menu = async () => {
    const links = await stranger.page.locator('.target-menu-links a').allInnerTexts()
    const reports = stranger.page.locator('.target-menu').getByRole('button', { name: 'Reports' })
    if ((await reports.count()) === 0) return links
    await reports.click()
    return [...links, ...(await stranger.page.locator('.target-menu .menu-list a').allInnerTexts())]
  }

  test('each can be opened alone, and shows nothing of the others', async () => {
    const tested = sections.filter((section) => menuPages.some((page) => page.section === section))
    const seen: unknown[] = []
    for (const [index, section] of tested.entries()) {
      const path = await share({ [section]: true })
      await stranger.open(path)
      const title = (await stranger.page.title()).split(' · ')[0]
      const links = await menu()
      const next = tested[(index + 1) % tested.length]
      const closed = targetPages.find((page) => page.menu && page.section === next)
      await stranger.open(path + (closed?.path || '/overview'))
      const note = await stranger.page.locator('.note-title').allInnerTexts()
      seen.push({ section, title, links, note })
    }
    expect(seen).toEqual(
      tested.map((section) => {
        const page = menuPages.find((known) => known.section === section)
        return {
          section,
          title: page && en[page.title],
          links: [],
          note: ['This section is not shared'],
        }
      }),
    )
  })

  test('all of them are there when none is named, and nothing that changes anything', async () => {
    await stranger.open(await share({}))
    expect(await menu()).toEqual(titles)
    expect(titles).not.toContain('Settings')
  })

  test('nobody is identified where the sessions are closed, and no page breaks', async () => {
    const path = await share({ events: true, revenue: true, breakdown: true, overview: true })
    const { page } = stranger
    const heads = (table: string) => page.locator(`${table} thead th`).allInnerTexts()
    await stranger.open(`${path}/events`)
    expect(await heads('.event-table')).toEqual(['Event', 'Path', 'Location', 'When'])
    expect(await page.locator('.event-table tbody tr').count()).toBeGreaterThan(0)
    await stranger.open(`${path}/revenue?currency=USD`)
    expect((await heads('.session-table'))[0]).toBe('Last seen')
    expect(await page.locator('.session-table tbody tr').count()).toBe(2)
    await stranger.open(`${path}/breakdown`)
    const choices = await page.locator('.choices .choice').allInnerTexts()
    expect(choices).not.toContain(en['field.distinctId'])
    expect(choices).toContain(en['field.browser'])
    const opened = await share({ events: true, sessions: true })
    await stranger.open(`${opened}/events`)
    expect(await heads('.event-table')).toContain('Visitor')
  })
})
