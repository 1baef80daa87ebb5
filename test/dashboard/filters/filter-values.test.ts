// The values of filters as they are typed, suggested, applied and shown: blanks and commas in them.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { pastVisits } from '../../support/visits.ts'
import { type Dashboard, type Reader, startDashboard } from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

const now = '2026-06-17T12:00:00.000Z'
const at = '2026-06-16T10:00:00Z'

/** Each was seen by a visitor of its own. */
const titles = [' world', 'world', 'world', 'Hello, world', 'Hello, moon', 'wolf', 'DE', 'FR']

describe.skipIf(!canBrowse)('values of filters', () => {
  let dashboard: Dashboard
  let reader: Reader
  let id: string
  let root: string

  beforeAll(async () => {
    dashboard = await startDashboard({ now })
    const { server } = dashboard
    id = await server.createWebsite('Blanks & commas')
    root = `/websites/${id}`
    await pastVisits(
      server,
      id,
      titles.flatMap((title, index) => [
        { at, visitor: `v${index}`, url: '/', title: encodeURIComponent(title) },
        { at, visitor: `v${index}`, url: '/', name: 'seen', data: { title } },
      ]),
    )
    reader = await dashboard.openReader()
  })
  afterAll(async () => {
    await reader.close()
    await dashboard.stop()
    expect(reader.complaints).toEqual([])
  })

  const dialog = () => reader.page.getByRole('dialog')
  const field = () => dialog().getByLabel('Value')
  const type = async (text: string) => {
    await field().fill(text)
    await reader.settle()
  }
  const offered = () =>
    dialog()
      .locator('datalist option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const openFilter = async (name = 'title') => {
    await reader.open(root)
    await reader.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog().getByLabel('Field').selectOption(name)
    await reader.settle()
  }
  const apply = async () => {
    await dialog().getByRole('button', { name: 'Apply' }).click()
    await dialog().waitFor({ state: 'detached' })
    await reader.settle()
  }
  const visitors = () => reader.page.locator('.total-value').first().textContent()
  const toChip = async ({ page }: Reader) =>
    ((await page.locator('.chip-text').textContent()) ?? '').replace(/\s+/g, ' ').trim()
  const query = () => Object.fromEntries(new URL(reader.page.url()).searchParams)

  // What is suggested is chosen by putting its text into the field.
  test.each([
    ['wo', ' world', 'eq. world', '1'],
    ['wo', 'world', 'eq.world', '2'],
    ['DE, w', 'DE, world', 'eq.DE, world', '2'],
    ['Hello\\, w', 'Hello\\, world', 'eq.Hello\\, world', '1'],
    ['Hello\\, world, F', 'Hello\\, world, FR', 'eq.Hello\\, world,FR', '2'],
  ])('typed %j, %j is suggested and chosen as it is', async (typed, option, title, count) => {
    await openFilter()
    await type(typed)
    expect(await offered()).toContain(option)
    await type(option)
    await apply()
    expect(query()).toEqual({ title })
    expect(await visitors()).toBe(count)
  })

  test('a value with a comma is looked for whole', async () => {
    await openFilter()
    await type('Hello\\, w')
    expect(await offered()).toEqual(['Hello\\, world'])
    await dialog().getByLabel('Condition').selectOption('contains')
    await type('Hello, w')
    expect(await offered()).toEqual(['Hello, world'])
  })

  test.each([
    ['DE, FR', 'eq.DE,FR', '2'],
    [' DE ,  FR ', 'eq.DE,FR', '2'],
    ['  wolf ', 'eq.wolf', '1'],
    // Backslashes and commas of values stay what they are.
    ['Hello\\, moon , FR', 'eq.Hello\\, moon,FR', '2'],
  ])('typed by hand, %j means what people mean', async (typed, title, count) => {
    await openFilter()
    await type(typed)
    await apply()
    expect(query()).toEqual({ title })
    expect(await visitors()).toBe(count)
  })

  test('blanks alone are no value', async () => {
    await openFilter()
    await type('   ')
    expect(await dialog().getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
  })

  test('so it is with properties', async () => {
    for (const [typed, pf_title] of [
      [' world', 'string.eq. world'],
      ['DE, FR', 'string.eq.DE,FR'],
    ]) {
      await reader.open(`${root}/events?tab=pivot&name=seen`)
      await reader.page.getByRole('button', { name: 'Filter by property' }).click()
      await reader.settle()
      await type(typed ?? '')
      await apply()
      expect(query()).toMatchObject({ pf_title })
    }
  })

  test.each([
    ['eq.Hello\\, world', 'Title is “Hello, world”'],
    ['eq.Hello,world', 'Title is Hello, world'],
    ['neq.Hello\\, world,moon, world', 'Title is not “Hello, world”, moon, “ world”'],
    // One text, which is no list.
    ['c.Hello, world', 'Title contains Hello, world'],
  ])('the chip of %j shows each value apart', async (title, chip) => {
    await reader.open(`${root}?title=${encodeURIComponent(title)}`)
    expect(await toChip(reader)).toBe(chip)
  })

  test('names of regions have a comma of their own, quoted among several', async () => {
    const chip = async (region: string) => {
      await reader.open(`${root}?region=${region}`)
      await reader.page.getByText('California').first().waitFor()
      return toChip(reader)
    }
    expect(await chip('US-CA')).toBe('Region is California, United States')
    expect(await chip('US-CA,US-NY')).toBe(
      'Region is “California, United States”, “New York, United States”',
    )
  })

  test.each([
    ['de-DE', 'Titel ist „Hello, world“, moon'],
    ['ar-EG', 'العنوان هو «Hello, world», moon'],
  ])('chips quote as %s does', async (locale, chip) => {
    const other = await dashboard.openReader({ locale })
    await other.open(`${root}?title=${encodeURIComponent('eq.Hello\\, world,moon')}`)
    expect(await toChip(other)).toBe(chip)
    await other.shoot(`filter-chips-${locale}`)
    await other.close()
  })

  test('a stored segment keeps the blanks it has, next to what is typed', async () => {
    const parameters = { filters: [{ name: 'title', operator: 'eq', value: ' world' }] }
    const { server } = dashboard
    const body = { type: 'segment', name: 'Blank', parameters }
    const path = `/api/websites/${id}/segments`
    const segment = await server.ask<{ id: string }>(path, { body })
    await reader.open(`${root}/settings?tab=segments`)
    await reader.page.getByRole('button', { name: 'Actions for Blank' }).click()
    await reader.page.getByRole('button', { name: 'Edit' }).click()
    await type(' world, DE')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    const stored = await server.ask(`${path}/${segment.body.id}`)
    expect(stored.body).toMatchObject({
      parameters: { filters: [{ name: 'title', operator: 'eq', value: ' world,DE' }] },
    })
  })
})
