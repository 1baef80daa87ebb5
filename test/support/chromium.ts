// A real Chromium for browser tests. Tests skip without one, unless FOOTFALL_REQUIRE_ALL is set.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** The shell without windows opens a tab for a quarter of the time that the whole browser takes. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const
const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path)) ?? places[0]

/** Whether browser tests are to run; when all tests are required, opening reports what is missing. */
export const canBrowse = existsSync(executablePath) || process.env.FOOTFALL_REQUIRE_ALL === '1'

/** For setDefaultTimeout of each file of browser tests: browsers are slow on a busy machine. */
export const browserTimeoutMs = 60_000

if (!canBrowse) console.warn(`Browser tests are skipped: there is none of ${places.join(', ')}.`)

/** Starts Chromium without a window. The caller closes it. Throws when it cannot be started. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A user agent of an ordinary desktop: Chromium's own says that it is headless, like a robot. */
export const desktopUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A new visitor with a 1600×900 screen who speaks English; shares nothing with other visitors. */
export function openVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    userAgent: desktopUserAgent,
    locale: 'en-US',
    viewport: { width: 1280, height: 720 },
    screen: { width: 1600, height: 900 },
  })
}
