// Arabic: lines begin at the right, also where they are about Latin names.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('Arabic', () => {
  let dashboard: Dashboard
  let reader: Reader
  let root: string
  let sessionId: string

  beforeAll(async () => {
    dashboard = await startDashboard()
    const websiteId = await dashboard.server.createWebsite('متجر')
    root = `/websites/${websiteId}`
    const at = new Date(Date.now() - 60_000).toISOString()
    const data = { plan: 'pro', renews: '2027-01-17T20:00:00Z', seats: -3 }
    const sent = await pastVisits(dashboard.server, websiteId, [
      { at, visitor: 'anna', url: '/pricing' },
      { at, visitor: 'anna', type: 'identify', data },
    ])
    sessionId = sent[0]?.sessionId ?? ''
    reader = await dashboard.openReader({ locale: 'ar-EG' })
  })
  afterAll(async () => {
    expect(reader.complaints).toEqual([])
    await reader.close()
    await dashboard.stop()
  })

  test('names are at the end of a row where its bar begins', async () => {
    await reader.open(root)
    const gaps = await reader.page.locator('.metric tbody th').evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell.querySelector('.metric-name') as Element)
        return cell.getBoundingClientRect().right - words.getBoundingClientRect().right
      }),
    )
    expect(gaps.length).toBe(2)
    expect(gaps.filter((gap) => gap > 12)).toEqual([])
  })

  test('dates and numbers of the page show no marks of direction', async () => {
    await reader.open(`${root}/sessions/${sessionId}`)
    const facts = await reader.page.locator('.fact-list').allTextContents()
    expect(facts.length).toBe(2)
    expect(facts.join(' ')).not.toContain('U+')
  })

  test('words and numbers have the same digits', async () => {
    await reader.open(root)
    const range = reader.page.getByRole('button', { name: 'آخر ٧ أيام' })
    await range.click()
    const choices = await reader.page.locator('.menu-list').allTextContents()
    expect(choices.join(' ')).toMatch(/[٠-٩]/)
    expect(choices.join(' ')).not.toMatch(/[0-9]/)
  })
})
