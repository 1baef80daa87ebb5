import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { en } from '../../src/dashboard/messages/en.ts'
import { sourcePages } from '../../src/dashboard/pages.tsx'
import { sections } from '../../src/shares/sections.ts'
import { browserTimeoutMs, canBrowse } from '../support/chromium.ts'
import { openShop, shopNow } from './shop.ts'
import { type Dashboard, type Reader, startDashboard } from './support.ts'

// One test opens all sections.
setDefaultTimeout(4 * browserTimeoutMs)

/** Pages that have a place in menus, and their section. */
const menuPages = sourcePages.filter(({ menu, section }) => menu && section)
const titles = menuPages.map(({ title }) => String(en[title]))

describe.skipIf(!canBrowse)('the sections of a share page', () => {
  let dashboard: Dashboard
  let websiteId: string
  let stranger: Reader

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    websiteId = await openShop(dashboard.server)
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
    const links = await stranger.page.locator('.source-menu-links a').allInnerTexts()
    const reports = stranger.page.locator('.source-menu').getByRole('button', { name: 'Reports' })
    if ((await reports.count()) === 0) return links
    await reports.click()
    return [...links, ...(await stranger.page.locator('.source-menu .menu-list a').allInnerTexts())]
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
      const closed = sourcePages.find((page) => page.menu && page.section === next)
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
          note: ['There is nothing at this address'],
        }
      }),
    )
  })

  test('all of them are there when none is named, and nothing that changes anything', async () => {
    await stranger.open(await share({}))
    expect(await menu()).toEqual(titles)
    expect(titles).not.toContain('Settings')
  })
})
