// Every page, opened by one reader, with names in it that are written to do harm. Each look at all of
// them is a file of its own, as they take the longest of all tests.
//
// Looks do not combine everything, but each page is met in each width, theme and direction: at a desk in
// light and dark, on a phone in dark, from right to left in light. There the browser comes to pages as by
// links, so that axe is loaded once; it also loads each of them, at a desk.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { visible } from '../../../src/dashboard/text/user-text.ts'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import {
  type Dashboard,
  findBarriers,
  findBarriersOfColor,
  type Reader,
  type ReaderOptions,
  startDashboard,
} from '../support/browser.ts'
import {
  funnelSteps,
  type HostileSite,
  hostileNow,
  names,
  openHostileSite,
  slugs,
} from '../support/hostile-strings.ts'

/** One test opens all pages. */
const timeoutMs = 6 * browserTimeoutMs

export interface Row {
  /** The page's path in the table of pages. */
  page: string
  /** What follows the path, such as the tab that is open. */
  query?: string
  /** Recorded names that are to be read on it. */
  shows?: readonly string[]
}

/** Addresses in which `:id` is that of the team or board. */
export const ownRows: readonly Row[] = [
  { page: '/login' },
  { page: '/first-steps' },
  { page: '/websites', shows: [names.website] },
  { page: '/boards', shows: [names.board] },
  { page: '/boards/:id', shows: [names.board, names.path, names.title, names.website] },
  { page: '/boards/:id/edit', shows: [names.board, names.website] },
  { page: '/links', shows: [names.link] },
  { page: '/pixels', shows: [names.pixel] },
  { page: '/settings' },
  { page: '/teams', shows: [names.team] },
  { page: '/teams/:id', shows: [names.team, names.user] },
  { page: '/teams/:id', query: '?tab=websites', shows: [names.website] },
  { page: '/teams/:id', query: '?tab=settings', shows: [names.team] },
  { page: '/admin', shows: [names.user] },
  { page: '/admin/websites', shows: [names.website, names.team] },
  { page: '/admin/teams', shows: [names.team] },
  { page: '/admin/log-in' },
  { page: '/admin/backups' },
]

const asked = (parameters: object) => `?report=${encodeURIComponent(JSON.stringify(parameters))}`
const step = { type: 'event', value: names.event }

/** Pages below a website. */
export const websiteRows: readonly Row[] = [
  { page: '', shows: [names.website, names.path, names.longPath, names.event] },
  { page: '', query: `?path=eq.${encodeURIComponent(names.path)}`, shows: [names.path] },
  { page: '/realtime', shows: [names.website] },
  { page: '/sessions', shows: [names.person] },
  {
    page: '/sessions',
    query: `?tab=properties&property=${encodeURIComponent(names.property)}`,
    shows: [names.property, names.value],
  },
  { page: '/sessions/:sessionId', shows: [names.person, names.path, names.event, names.value] },
  { page: '/events', shows: [names.event, names.path] },
  {
    page: '/events',
    query: `?tab=properties&name=${encodeURIComponent(names.event)}&property=${encodeURIComponent(names.property)}`,
    shows: [names.event, names.property, names.value],
  },
  {
    page: '/events',
    query: `?tab=pivot&name=${encodeURIComponent(names.event)}`,
    shows: [names.property, names.value],
  },
  { page: '/revenue', shows: [names.person] },
  // Measured pages keep their addresses as browsers write them.
  { page: '/performance', shows: ['%3Cimg%20src=x%20onerror=alert(1)%3E'] },
  { page: '/goals', query: asked(step), shows: [names.goal, names.event] },
  {
    page: '/funnels',
    query: asked({ steps: funnelSteps, window: 7 }),
    shows: [names.funnel, names.event, names.path],
  },
  { page: '/journeys', shows: [names.path, names.event] },
  { page: '/retention' },
  {
    page: '/attribution',
    query: asked({ model: 'first-click', type: 'event', step: names.event }),
    shows: [names.campaign],
  },
  { page: '/breakdown', shows: [names.path] },
  { page: '/utm', shows: [names.campaign] },
  { page: '/settings' },
  { page: '/settings', query: '?tab=shares', shows: [names.share] },
  { page: '/settings', query: '?tab=segments', shows: [names.segment, names.cohort, names.path] },
  { page: '/settings', query: '?tab=replay' },
]

/** The same pages below links and pixels. */
const otherRows = (name: string): readonly Row[] => [
  { page: '', shows: [name] },
  { page: '/settings', shows: [name] },
]

const shareRows: readonly Row[] = [
  { page: `/share/${slugs.website}`, shows: [names.website, names.path, names.event] },
  { page: `/share/${slugs.website}/sessions`, shows: [names.person] },
  { page: `/share/${slugs.board}`, shows: [names.board, names.title] },
]

export interface Look {
  /** As the test is called. */
  name: string
  options: ReaderOptions
  /**
   * Whether it is dark, for each theme whose colours are looked at; the first is that of all else. None
   * where another look has seen the same colours.
   */
  themes: readonly boolean[]
  /** Whether the browser also loads each page; else it comes to them as by links. */
  loads?: boolean
}

/** Tests every page in one look. */
export const lookAtEveryPage = ({ name, options, themes, loads = false }: Look) =>
  describe.skipIf(!canBrowse)(`every page ${name}`, () => {
    let dashboard: Dashboard
    let site: HostileSite

    beforeAll(async () => {
      dashboard = await startDashboard({ now: hostileNow })
      site = await openHostileSite(dashboard.server)
    }, timeoutMs)
    afterAll(() => dashboard.stop())

    /** All rows with the addresses that they have in this site. */
    const addresses = (): [string, Row][] => {
      const { websiteId, sessionId, linkId, pixelId, boardId, teamId } = site
      const below = (root: string, rows: readonly Row[]) =>
        rows.map((row): [string, Row] => [
          `${root}${row.page.replace(':sessionId', sessionId)}${row.query ?? ''}`,
          row,
        ])
      const own = ownRows.map((row): [string, Row] => {
        const id = row.page.startsWith('/teams') ? teamId : boardId
        return [row.page.replace(':id', id) + (row.query ?? ''), row]
      })
      return [
        ...own,
        ...below(`/websites/${websiteId}`, websiteRows),
        ...below(`/links/${linkId}`, otherRows(names.link)),
        ...below(`/pixels/${pixelId}`, otherRows(names.pixel)),
        ...below('', shareRows),
      ]
    }

    /** The address of each page that comes first. */
    const firstAddresses = (): [string, Row][] => {
      const toPath = (address: string) => address.replace(/\?.*/s, '')
      const seen = addresses()
      const paths = seen.map(([address]) => toPath(address))
      return seen.filter(([address], index) => paths.indexOf(toPath(address)) === index)
    }

    /** What is wrong with each page, after going to it and looking for faults. */
    async function visitAll(
      rows: readonly [string, Row][],
      isDark: boolean,
      go: (reader: Reader, address: string, index: number) => Promise<void>,
      look: (reader: Reader) => Promise<unknown[]>,
    ) {
      const reader = await dashboard.openReader({ ...options, isDark })
      reader.page.on('dialog', (dialog) => {
        reader.complaints.push(`a script said ${dialog.message()}`)
        void dialog.dismiss()
      })
      const wrong: [string, unknown[]][] = []
      for (const [index, [address, { shows = [] }]] of rows.entries()) {
        await go(reader, address, index)
        const faults = [...(await toFaults(reader, shows)), ...(await look(reader))]
        faults.push(...reader.complaints.splice(0))
        if (faults.length > 0) wrong.push([address, faults])
      }
      await reader.close()
      return wrong
    }

    test(
      'can be used by everybody, and shows names as text',
      async () => {
        const [isDark = false, ...others] = themes
        const follow = (reader: Reader, address: string, index: number) =>
          index === 0 ? reader.open(address) : reader.follow(address)
        const wrong = await visitAll(addresses(), isDark, follow, async (reader) => {
          const barriers: unknown[] = await findBarriers(reader, { colors: themes.length > 0 })
          for (const alsoDark of others) {
            await reader.page.emulateMedia({ colorScheme: alsoDark ? 'dark' : 'light' })
            barriers.push(...(await findBarriersOfColor(reader)))
            await reader.page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
          }
          return barriers
        })
        expect(wrong).toEqual([])
      },
      timeoutMs,
    )

    test.if(loads)(
      'shows the same when the browser loads it',
      async () => {
        const load = (reader: Reader, address: string) => reader.open(address)
        expect(await visitAll(firstAddresses(), false, load, async () => [])).toEqual([])
      },
      timeoutMs,
    )
  })

/** What is wrong with the page that is open, in words. */
const toFaults = ({ page }: Reader, shows: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (expected) => {
      const shown = document.body.textContent
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
      const written = fields.map(({ value }) => value)
      const attributes = [...document.querySelectorAll('[title], [aria-label]')].flatMap((one) => [
        one.getAttribute('title') ?? '',
        one.getAttribute('aria-label') ?? '',
      ])
      const { scrollWidth } = document.documentElement
      return [
        ...expected
          // As it is, or with what would act instead of being seen as numbers.
          .filter(([name, numbered]) => !shown.includes(name) && !shown.includes(numbered))
          .filter(([name]) => !written.includes(name))
          .map(([name]) => `does not show ${name}`),
        ...(document.querySelector('img[src="x"], body script') ? ['has an injected element'] : []),
        ...(document.querySelector('main h1, main h2') ? [] : ['has no heading']),
        ...[document.title, shown, ...attributes]
          .filter((text) => text.includes('\u202e'))
          .map((text) => {
            const at = text.indexOf('\u202e')
            return `lets a character turn what stands at ${text.slice(Math.max(0, at - 60), at)}`
          }),
        ...(document.querySelector('[role="alert"]') ? ['tells of a problem'] : []),
        ...(scrollWidth > innerWidth ? [`is ${scrollWidth - innerWidth} pixels too wide`] : []),
      ]
    },
    shows.map((name): [string, string] => [name, visible(name)]),
  )
