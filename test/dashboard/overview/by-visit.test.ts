// The page counts whole visits, the same on all of its lists, and says how.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Request } from 'playwright-core'
import { de } from '../../../src/dashboard/messages/de.ts'
import { en } from '../../../src/dashboard/messages/en.ts'
import { targetPages } from '../../../src/dashboard/pages.tsx'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../support/browser.ts'
import { readRows } from '../support/cells.ts'

// One test opens all pages.
setDefaultTimeout(4 * browserTimeoutMs)

describe.skipIf(!canBrowse)('whole visits', () => {
  let dashboard: Dashboard
  let reader: Reader
  let websiteId: string
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: '2026-06-17T12:00:00.000Z' })
    const { server } = dashboard
    websiteId = await server.createWebsite('Fern & Co')
    root = `/websites/${websiteId}`
    await pastVisits(server, websiteId, [
      // Anna's visit from a search engine: three pages in three minutes.
      {
        visitor: 'anna',
        at: '2026-06-16T10:00:00Z',
        url: '/',
        referrer: 'https://www.google.com/',
      },
      { visitor: 'anna', at: '2026-06-16T10:01:00Z', url: '/pricing' },
      { visitor: 'anna', at: '2026-06-16T10:03:00Z', url: '/docs' },
      // Another of hers: a single page.
      { visitor: 'anna', at: '2026-06-16T12:00:00Z', url: '/docs' },
      // Ben's by a newsletter: two pages in two minutes, and an event after that.
      {
        visitor: 'ben',
        at: '2026-06-17T09:00:00Z',
        url: '/?utm_source=news&utm_medium=email',
      },
      { visitor: 'ben', at: '2026-06-17T09:02:00Z', url: '/pricing' },
      { visitor: 'ben', at: '2026-06-17T09:04:00Z', url: '/pricing', name: 'signup' },
      // Carl's: a single page and an event.
      { visitor: 'carl', at: '2026-06-17T10:00:00Z', url: '/pricing' },
      { visitor: 'carl', at: '2026-06-17T10:01:00Z', url: '/pricing', name: 'signup' },
    ])
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const readTotals = ({ page }: Reader) => page.locator('.total-value').allInnerTexts()
  const totals = () => readTotals(reader)
  /** All channels with all their numbers, sorted by name. */
  async function readChannels({ page, settle }: Reader) {
    await page.getByRole('tab', { name: 'Channels' }).click()
    await settle()
    const panel = page.getByRole('region', { name: 'Sources', exact: true })
    await panel.getByRole('button', { name: 'More' }).click()
    await settle()
    const found = await readRows(page.getByRole('dialog').locator('tbody tr'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return found.sort()
  }

  // Four visits of three visitors, two of which bounced; five minutes in all.
  const all = ['3', '4', '7', '50%', '1m 15s']
  const channels = [
    ['Direct', '2', '2', '2', '100%', '0s'],
    ['Email', '1', '1', '2', '0%', '2m 0s'],
    ['Organic search', '1', '1', '3', '0%', '3m 0s'],
  ]

  test('the visits of all channels add up to the visits of the website', async () => {
    await reader.open(root)
    expect(await totals()).toEqual(all)
    expect(await readChannels(reader)).toEqual(channels)
  })

  test('three pages of a search engine are no bounce, and last their time', async () => {
    await reader.open(root)
    await reader.page.getByRole('link', { name: 'google.com' }).click()
    await reader.settle()
    expect(await totals()).toEqual(['1', '1', '3', '0%', '3m 0s'])
    expect(await readChannels(reader)).toEqual([['Organic search', '1', '1', '3', '0%', '3m 0s']])
  })

  test('the channels of the readers of one page add up to their visits', async () => {
    await reader.open(`${root}?path=eq./pricing`)
    // One view each, in visits of three minutes, two and none.
    expect(await totals()).toEqual(['3', '3', '3', '33%', '1m 40s'])
    expect(await readChannels(reader)).toEqual([
      ['Direct', '1', '1', '1', '100%', '0s'],
      ['Email', '1', '1', '1', '0%', '2m 0s'],
      ['Organic search', '1', '1', '1', '0%', '3m 0s'],
    ])
  })

  test('a share page shows the same numbers', async () => {
    const body = { name: 'Public', parameters: { overview: true } }
    const path = `/api/websites/${websiteId}/shares`
    const share = await dashboard.server.ask<{ slug: string }>(path, { body })
    const stranger = await dashboard.openReader({ token: null })
    await stranger.open(`/share/${share.body.slug}`)
    expect(await readTotals(stranger)).toEqual(all)
    expect(await readChannels(stranger)).toEqual(channels)
    expect(stranger.complaints).toEqual([])
    await stranger.close()
  })

  test('every page asks for whole visits', async () => {
    const { page } = reader
    const link = await dashboard.server.ask<{ id: string }>('/api/links', {
      body: { name: 'Sale', url: 'https://shop.example.com/', slug: 'spring-sale' },
    })
    const asked: Request[] = []
    const keep = (request: Request) => asked.push(request)
    page.on('request', keep)
    for (const { path } of targetPages.filter(({ menu }) => menu)) await reader.open(root + path)
    await reader.open('/websites')
    await reader.open('/links')
    await reader.open(`/links/${link.body.id}`)
    page.off('request', keep)
    const statistics = asked.flatMap((request) => {
      const { pathname, searchParams } = new URL(request.url())
      const name = pathname.split('/').slice(-2).join('/')
      if (name.startsWith('reports/')) return [[name, request.postDataJSON().level]]
      return searchParams.has('startAt') ? [[name, searchParams.get('level')]] : []
    })
    const names = new Set(statistics.map(([name]) => name))
    expect(names.size).toBeGreaterThan(20)
    const others = statistics.filter(([, level]) => level !== 'visit')
    // Without filters both levels are the same: what there is to choose from, currencies of all time
    // where the range has none, visitors of several websites, and annotations, which count nothing.
    const unfiltered = new Set([
      `${websiteId}/values`,
      `${websiteId}/annotations`,
      'revenue/currencies',
      'websites/charts',
    ])
    expect(others.filter(([name]) => !unfiltered.has(name))).toEqual([])
  })

  const button = (name: string) => reader.page.getByRole('button', { name: `${name}, explained` })
  const sentences = () => reader.page.getByRole('tooltip').allInnerTexts()

  test('a "?" says by keyboard how a number is counted', async () => {
    const { page } = reader
    await reader.open(root)
    await button('Views').focus()
    await page.keyboard.press('Tab')
    expect(await sentences()).toEqual([])
    await page.keyboard.press('Enter')
    expect(await sentences()).toEqual([en['counted.bounceRate']])
    await expectAccessible(reader)
    await page.keyboard.press('Escape')
    expect(await sentences()).toEqual([])
    await page.keyboard.press('Space')
    expect(await sentences()).toEqual([en['counted.bounceRate']])
    await page.keyboard.press('Tab')
    expect(await sentences()).toEqual([])
  })

  test('a "?" in a dialog closes alone', async () => {
    const { page } = reader
    await reader.open(`${root}?more=path`)
    const dialog = page.getByRole('dialog', { name: 'Paths' })
    await dialog.getByRole('button', { name: 'Visits, explained' }).press('Enter')
    expect(await sentences()).toEqual([en['counted.visits']])
    await page.keyboard.press('Escape')
    expect(await sentences()).toEqual([])
    expect(await dialog.count()).toBe(1)
  })

  test('a "?" says it while a mouse is over it, and stays after a click', async () => {
    const { page } = reader
    await reader.open(`${root}?sources=channel`)
    await button('Channel').hover()
    expect(await sentences()).toEqual([en['counted.channel']])
    await page.mouse.move(0, 0)
    expect(await sentences()).toEqual([])
    await button('Channel').click()
    await page.mouse.move(0, 0)
    expect(await sentences()).toEqual([en['counted.channel']])
    await page.locator('h1').click()
    expect(await sentences()).toEqual([])
  })

  test('a "?" says it at a tap, in the language of the page and within the screen', async () => {
    const phone = await dashboard.openReader({
      locale: 'de-DE',
      width: 390,
      height: 800,
      touches: true,
    })
    await phone.open(root)
    const visits = phone.page.getByRole('button', { name: 'Besuche, erklärt' })
    await visits.tap()
    const sentence = phone.page.getByRole('tooltip')
    expect(await sentence.textContent()).toBe(String(de['counted.visits']))
    const box = await sentence.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await visits.tap()
    expect(await sentence.count()).toBe(0)
    expect(phone.complaints).toEqual([])
    await phone.close()
  })
})
