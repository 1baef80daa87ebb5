// The chart of the overview without a mouse: by keyboard, by finger, and as a table.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../../support/chromium.ts'
import {
  type Dashboard,
  expectAccessible,
  type Reader,
  startDashboard,
} from '../../support/browser.ts'
import { readRows } from '../../support/cells.ts'
import { openDemoSite, shopNow } from '../../support/demo-site.ts'

setDefaultTimeout(browserTimeoutMs)

describe.skipIf(!canBrowse)('a chart', () => {
  let dashboard: Dashboard
  let reader: Reader
  let phone: Reader
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now: shopNow })
    root = `/websites/${await openDemoSite(dashboard.server)}`
    reader = await dashboard.openReader()
    phone = await dashboard.openReader({ width: 390, height: 844, touches: true })
  })
  afterAll(async () => {
    await Promise.all([reader.close(), phone.close()])
    await dashboard.stop()
    expect([...reader.complaints, ...phone.complaints]).toEqual([])
  })

  const toRange = ({ page }: Reader) => new URL(page.url()).searchParams.get('range')
  const readout = async ({ page }: Reader) => {
    const [text] = await page.locator('.traffic .readout').allInnerTexts()
    return text?.split(/\n+/).slice(0, 5)
  }

  test('is read bucket by bucket with the arrow keys', async () => {
    const { page } = reader
    await reader.open(`${root}?compare=none`)
    const chart = page.getByRole('slider')
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await readout(reader)).toEqual([
      'Wed, 17 Jun 2026, so far',
      'Visitors',
      '2',
      'Views',
      '2',
    ])
    await page.keyboard.press('ArrowLeft')
    expect(await readout(reader)).toEqual(['Tue, 16 Jun 2026', 'Visitors', '2', 'Views', '3'])
    expect(await chart.getAttribute('aria-valuetext')).toBe('Tue, 16 Jun 2026, Visitors 2, Views 3')
    // The range is the same as before.
    expect(toRange(reader)).toBeNull()
    await page.keyboard.press('Tab')
    expect(await page.locator('.traffic .readout').count()).toBe(0)
  })

  test('is zoomed into with Shift and Enter, and the keys stay in it', async () => {
    const { page } = reader
    await reader.open(`${root}?compare=none`)
    const chart = page.getByRole('slider')
    await chart.focus()
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) {
      await page.keyboard.press(key)
    }
    expect(await chart.getAttribute('aria-valuetext')).toContain(
      'selected from Mon, 15 Jun 2026 to Wed, 17 Jun 2026',
    )
    await page.keyboard.press('Enter')
    await reader.settle()
    expect(toRange(reader)).toBe('2026-06-15_2026-06-17')
    expect(await chart.evaluate((element) => element === document.activeElement)).toBe(true)
    // One bucket is enough.
    for (const key of ['Home', 'Enter']) await page.keyboard.press(key)
    await reader.settle()
    expect(toRange(reader)).not.toBe('2026-06-15_2026-06-17')
  })

  test('is a table for those who would rather read one', async () => {
    const { page } = reader
    await reader.open(`${root}?range=2026-06-15_2026-06-17&unit=day&compare=none`)
    await page.getByText('Show as table').click()
    await page.locator('.chart-table').waitFor()
    expect(await readRows(page.locator('.chart-table tr'))).toEqual([
      ['Time', 'Visitors', 'Views'],
      ['Mon, 15 Jun 2026', '1', '2'],
      ['Tue, 16 Jun 2026', '2', '3'],
      // It is noon of that day.
      ['Wed, 17 Jun 2026, so far', '2', '2'],
    ])
    await expectAccessible(reader)
  })

  test('is read by a tap, zoomed into by a drag to the side, and scrolled past', async () => {
    const { page } = phone
    await phone.open(`${root}?compare=none`)
    const plot = page.locator('.traffic .u-over')
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (!box) throw new Error('the chart is not drawn')
    const x = (day: number) => box.x + (box.width * (day - 0.5 + 0.1)) / 7.2
    const y = box.y + box.height / 2
    await page.touchscreen.tap(x(6), y)
    expect(await readout(phone)).toEqual(['Tue, 16 Jun 2026', 'Visitors', '2', 'Views', '3'])
    expect(toRange(phone)).toBeNull()

    const touch = await phone.context.newCDPSession(page)
    const drag = async (points: readonly { x: number; y: number }[]) => {
      for (const [index, point] of points.entries()) {
        const type = index === 0 ? 'touchStart' : 'touchMove'
        await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await phone.settle()
    }
    const steps = [0, 0.25, 0.5, 0.75, 1]
    const before = await page.evaluate(() => scrollY)
    await drag(steps.map((part) => ({ x: x(6), y: y - 200 * part })))
    await page.waitForFunction((top) => scrollY > top, before)
    expect(toRange(phone)).toBeNull()
    await page.evaluate(async (top) => {
      // The page may still glide; a finger put down then would only stop it.
      for (let still = 0; still < 5; ) {
        still = scrollY === top ? still + 1 : 0
        scrollTo(0, top)
        await new Promise(requestAnimationFrame)
      }
    }, before)
    await drag(steps.map((part) => ({ x: x(6) + (x(7) - x(6)) * part, y })))
    await page.waitForURL(/range=2026-06-16_2026-06-17/)
  })
})
