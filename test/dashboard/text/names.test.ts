// Names as people read them: with nothing in them that acts unseen, and in words for codes.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import { type Dashboard, startDashboard } from '../support/browser.ts'
import { readRows } from '../support/cells.ts'

setDefaultTimeout(browserTimeoutMs)

/** Turns the direction of what follows: this could be read as /exe.doc. */
const turned = '/\u202ecod.exe'
const numbered = '/[U+202E]cod.exe'

describe.skipIf(!canBrowse)('names', () => {
  let dashboard: Dashboard
  let websiteId: string

  beforeAll(async () => {
    dashboard = await startDashboard()
    websiteId = await dashboard.server.createWebsite('متجر')
    const at = new Date(Date.now() - 60_000).toISOString()
    const place = { 'CF-IPCountry': 'US', 'CF-Region-Code': 'NY', 'CF-IPCity': 'Albany' }
    await pastVisits(dashboard.server, websiteId, [
      { at, visitor: 'anna', url: '/start', headers: place },
      { at, visitor: 'anna', url: encodeURI(turned), headers: place },
      { at, visitor: 'anna', url: '/start', name: turned, headers: place },
      {
        at,
        visitor: 'ben',
        url: '/start',
        referrer: 'https://xn--bcher-kva.example/liste',
        headers: { 'CF-IPCountry': 'IN', 'CF-Region-Code': 'KA' },
      },
    ])
  })
  afterAll(() => dashboard.stop())

  test('show what would act unseen as numbers, in sentences and chips too', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open(`/websites/${websiteId}/realtime`)
    const acts = await page.locator('.act-words').allInnerTexts()
    expect(acts).toContain(`A visitor from United States viewed ${numbered}`)
    expect(acts).toContain(`A visitor from United States triggered ${numbered}`)
    expect(await page.locator(`.metric-name[title="${numbered}"]`).count()).toBe(1)
    await reader.open(`/websites/${websiteId}?path=eq.${encodeURIComponent(turned)}`)
    const chip = page.locator('.chip')
    expect(await chip.textContent()).toBe(`Path is ${numbered}`)
    expect(await chip.locator('.chip-text').getAttribute('title')).toBe(`Path is ${numbered}`)
    await page.getByRole('button', { name: `Remove filter Path is ${numbered}` }).waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('keep their own direction in the title of the window', async () => {
    const reader = await dashboard.openReader()
    await reader.open(`/websites/${websiteId}`)
    expect(await reader.page.title()).toBe('Overview · \u2068متجر\u2069 · footfall')
    await reader.close()
  })

  test('of regions are said for their codes, once they are looked at', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    const files: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/assets/')) files.push(request.url())
    })
    await reader.open(`/websites/${websiteId}`)
    await page.locator('.map svg').waitFor()
    files.splice(0)
    await page.getByRole('tab', { name: 'Regions' }).click()
    await page.getByRole('link', { name: 'New York, United States' }).waitFor()
    expect(files.length).toBe(1)
    const places = page.getByRole('region', { name: 'Locations' })
    expect(await readRows(places.locator('tbody tr'))).toEqual([
      ['Karnātaka, India', '1', '50%'],
      ['New York, United States', '1', '50%'],
    ])
    // The list is searched by what is read in it.
    await places.getByRole('button', { name: 'More' }).click()
    const dialog = page.getByRole('dialog', { name: 'Regions' })
    await dialog.getByText('New York').waitFor()
    await dialog.getByRole('searchbox').fill('karn')
    await dialog.getByText('New York').waitFor({ state: 'detached' })
    await dialog.getByText('Karnātaka').waitFor()
    expect(await dialog.locator('tbody th').allInnerTexts()).toEqual(['Karnātaka, India'])
    await dialog.getByRole('searchbox').fill('new y')
    await dialog.getByRole('link', { name: 'New York, United States' }).click()
    await reader.settle()
    expect(await page.locator('.chip').allTextContents()).toEqual([
      'Region is New York, United States',
      'Country is United States',
    ])
    await page.reload()
    await page.getByText('Region is New York, United States').waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test('of referrers are in their own letters, below a heading that is not the title again', async () => {
    const reader = await dashboard.openReader()
    const { page } = reader
    await reader.open(`/websites/${websiteId}`)
    const sources = page.getByRole('region', { name: 'Sources' })
    expect(await readRows(sources.locator('tbody tr'))).toEqual([['bücher.example', '1', '50%']])
    expect(await sources.locator('thead th').first().textContent()).toStartWith('Referrer')
    expect(await sources.getByRole('tab', { selected: true }).textContent()).toBe('Referrers')
    await sources.getByRole('link', { name: 'bücher.example' }).click()
    await page.getByText('Referrer is bücher.example').waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
