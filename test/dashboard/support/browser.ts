// The dashboard in a real Chromium. Clocks of servers run on, so the times are sent with the
// events, and a browser's clock may be stopped.

import { expect } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import type { RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { adminPassword } from '../../support/app.ts'
import { openChromium } from '../../support/chromium.ts'
import type { Client } from '../../support/client.ts'
import { type DashboardServer, startDashboardServer } from './server.ts'

/** Where pictures of pages are kept, for people to look at; none are taken when it is not set. */
const shots = process.env.FOOTFALL_SHOTS

export interface Reader {
  page: Page
  context: BrowserContext
  /** Errors of the console and of scripts, and requests to other hosts. */
  complaints: string[]
  /** Opens a path and waits until nothing is loading. */
  open(path: string): Promise<void>
  /** Goes to a path as a link on the open page does, without loading the page again. */
  follow(path: string): Promise<void>
  /** Waits until nothing is loading. */
  settle(): Promise<void>
  /** Keeps a picture of the whole page when FOOTFALL_SHOTS names a folder. */
  shoot(name: string): Promise<void>
  close(): Promise<void>
}

export interface ReaderOptions {
  isDark?: boolean
  width?: number
  height?: number
  locale?: string
  timezone?: string
  /** Logged in by a token put into the browser; `null` for a stranger. */
  token?: string | null
  touches?: boolean
  /** Stops the clock of the browser; ISO text. */
  now?: string
}

export interface Dashboard {
  server: DashboardServer
  browser: Browser
  openReader(options?: ReaderOptions): Promise<Reader>
  stop(): Promise<void>
}

export interface DashboardOptions {
  /** Of the server, by variable name. */
  settings?: Record<string, string>
  /** Stops the clock of browsers; ISO text. */
  now?: string
}

/** A server without data and a browser. Stop it after the tests. */
export async function startDashboard({
  settings = {},
  now,
}: DashboardOptions = {}): Promise<Dashboard> {
  const [server, browser] = await Promise.all([startDashboardServer(settings), openChromium()])
  return {
    server,
    browser,
    openReader: (options) => openReader(server, browser, { ...(now ? { now } : {}), ...options }),
    async stop() {
      await browser.close()
      await server.stop()
    },
  }
}

/** A reader with a browser profile of their own. */
export async function openReader(
  server: Client,
  browser: Browser,
  options: ReaderOptions = {},
): Promise<Reader> {
  const { isDark = false, width = 1280, height = 900, locale = 'en-GB' } = options
  const context = await browser.newContext({
    locale,
    timezoneId: options.timezone ?? 'UTC',
    colorScheme: isDark ? 'dark' : 'light',
    viewport: { width, height },
    reducedMotion: 'reduce',
    hasTouch: options.touches ?? false,
  })
  const token = options.token === undefined ? server.adminToken : options.token
  if (token) {
    await context.addInitScript((kept) => {
      if (!localStorage.getItem('footfall.token')) localStorage.setItem('footfall.token', kept)
    }, token)
  }
  const page = await context.newPage()
  if (options.now) await page.clock.setFixedTime(options.now)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${error.message} ${error.stack}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(server.url) && !address.startsWith('data:')) complaints.push(address)
  })
  const pending = new Set<Request>()
  const onQuiet: (() => void)[] = []
  const end = (request: Request) => {
    pending.delete(request)
    if (pending.size > 0) return
    for (const resolve of onQuiet.splice(0)) resolve()
  }
  page.on('request', (request) => {
    if (request.url().includes('/api/')) pending.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const settle = async () => {
    do {
      await page.waitForSelector('main')
      // Requests begin after the frame in which something was chosen, and answers show after one.
      await nextFrame(page)
      if (pending.size > 0) await new Promise<void>((resolve) => onQuiet.push(resolve))
      await nextFrame(page)
      await page.waitForFunction(
        () => !document.querySelector('.skeleton, [aria-busy="true"]'),
        undefined,
        { polling: 50 },
      )
    } while (pending.size > 0)
  }
  return {
    page,
    context,
    complaints,
    settle,
    async open(path) {
      await page.goto(server.url + path)
      await settle()
    },
    async follow(path) {
      await page.evaluate((address) => {
        const link = document.createElement('a')
        link.href = address
        document.body.append(link)
        link.click()
        link.remove()
      }, server.url + path)
      await settle()
    },
    async shoot(name) {
      if (!shots) return
      await mkdir(shots, { recursive: true })
      await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
    },
    close: () => context.close(),
  }
}

const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

/** Logs the admin in through the page. */
export async function logIn({ page, settle }: Reader, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(adminPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
  await settle()
}

interface Violation {
  id: string
  impact: string
  nodes: string[]
}

/** The rules whose result depends on the theme. */
const rulesOfColor = ['color-contrast', 'link-in-text-block']

/** What keeps people from using the page that is open, with where it is; its colours too, or not. */
export const findBarriers = (
  { page }: Reader,
  { colors = true }: { colors?: boolean } = {},
): Promise<Violation[]> =>
  runAxe(page, {
    rules: Object.fromEntries(rulesOfColor.map((id) => [id, { enabled: colors }])),
  })

/** The same for the rules that look at colours: for a page that has been looked at in another theme. */
export const findBarriersOfColor = ({ page }: Reader): Promise<Violation[]> =>
  runAxe(page, { runOnly: rulesOfColor })

/** Minified, as each page that is loaded compiles it again. */
const readAxe = () => Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()

async function runAxe(page: Page, options: RunOptions): Promise<Violation[]> {
  // As a script of the page it would be refused by the policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readAxe())
  const found = await page.evaluate(async (asked): Promise<Violation[]> => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...asked })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: String(impact),
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }))
  }, options)
  return found.filter(({ impact }) => impact !== 'minor')
}

/** Fails on what keeps people from using the page that is open. */
export async function expectAccessible(reader: Reader): Promise<void> {
  expect(await findBarriers(reader)).toEqual([])
}
