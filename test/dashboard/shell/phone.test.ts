// Wide tables on a phone: what matters is in sight, and what is not is hinted at.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'
import { openDemoSite, shopNow } from '../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('on a phone', () => {
  let dashboard: Dashboard
  let reader: Reader
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    root = `/websites/${await openDemoSite(dashboard.server)}`
    reader = await dashboard.openReader({ width: 390, height: 844, touches: true })
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  /** The lines of the first row, each from left to right. */
  const firstRow = (table: string) =>
    reader.page
      .locator(`${table} tbody tr`)
      .first()
      .evaluate((row) => {
        const cells = [...row.children].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const { left, right, top, bottom } = range.getBoundingClientRect()
          const label = cell.getAttribute('data-label')
          const text = cell.textContent.replace(/\s+/g, ' ').trim()
          const middle = (top + bottom) / 2
          return { left, right, middle, text: label ? `${label} ${text}` : text }
        })
        const lines: (typeof cells)[] = []
        for (const cell of cells.sort((one, other) => one.middle - other.middle)) {
          const line = lines.at(-1)
          if (line?.[0] && cell.middle - line[0].middle < 8) line.push(cell)
          else lines.push([cell])
        }
        return {
          lines: lines.map((line) =>
            line.sort((one, other) => one.left - other.left).map(({ text }) => text),
          ),
          isInSight: cells.every(({ left, right }) => left >= 0 && right <= innerWidth),
        }
      })

  test('events show what, where, who and when', async () => {
    await reader.open(`${root}/events?kind=views`)
    expect(await firstRow('.event-table')).toEqual({
      lines: [
        ['Page view', '17 Jun 2026, 10:00'],
        ['/'],
        [expect.stringMatching(/^Visitor /), '–'],
      ],
      isInSight: true,
    })
  })

  test('sessions show who, when, from where, with what, and how much', async () => {
    await reader.open(`${root}/sessions?search=anna`)
    expect(await firstRow('.session-table')).toEqual({
      lines: [
        ['anna@example.com', '16 Jun 2026, 10:03'],
        ['Austin, United States'],
        [expect.stringContaining('Firefox')],
        ['Visits 2', 'Views 3', 'Events 2'],
      ],
      isInSight: true,
    })
  })

  test('pages show first whether they are fast', async () => {
    await reader.open(`${root}/performance`)
    expect(await firstRow('.vital-table')).toEqual({
      lines: [['/pricing'], ['P75 Poor 5.00 s'], ['P50 5.00 s', 'P95 5.00 s', 'Samples 1']],
      isInSight: true,
    })
  })

  test('what goes on to the side fades there', async () => {
    const { page } = reader
    await reader.open(`${root}/breakdown`)
    const box = page.getByRole('group', { name: 'Results' })
    const faded = () => box.evaluate(({ classList }) => [...classList].slice(1))
    expect(await faded()).toEqual(['scroll-after'])
    await box.evaluate((element) => element.scrollTo(10_000, 0))
    await page.waitForSelector('.scroll-before:not(.scroll-after)')
    // The number that it is sorted by is in sight without scrolling.
    await reader.open(`${root}/breakdown`)
    const head = await page.getByRole('columnheader', { name: 'Visitors' }).boundingBox()
    expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThan(370)
  })

  test('names of countries are not broken within a word', async () => {
    await reader.open(`${root}/breakdown`)
    const broken = await reader.page
      .locator('.breakdown-table tbody td:nth-child(2)')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          const text = texts.nextNode()
          if (!text) return []
          return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1 ? [word] : []
          })
        }),
      )
    expect(broken).toEqual([])
  })

  test('journeys begin at the edge that the language begins at', async () => {
    const arabic = await dashboard.openReader({ width: 390, height: 844, locale: 'ar-EG' })
    await arabic.open(`${root}/journeys`)
    const edges = await arabic.page
      .locator('.flow-node')
      .first()
      .evaluate((node) => {
        const box = node.closest('.scroll-x')?.getBoundingClientRect()
        const { right, left } = node.getBoundingClientRect()
        return {
          fromRight: Math.round((box?.right ?? 0) - right),
          isWhole: left > (box?.left ?? 0),
        }
      })
    expect(edges).toEqual({ fromRight: 0, isWhole: true })
    expect(arabic.complaints).toEqual([])
    await arabic.close()
  })
})
