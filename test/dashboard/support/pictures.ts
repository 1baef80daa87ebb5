// Takes the pictures of the README from made-up visits that end now:
//   bun test/dashboard/support/pictures.ts

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from '../../support/app.ts'
import { openChromium } from '../../support/chromium.ts'
import { openClient } from '../../support/client.ts'
import { runFootfall, startProcess } from '../../support/process.ts'
import { openReader, type ReaderOptions } from './browser.ts'

const folder = join(import.meta.dir, '../../../.github/pictures')

interface Picture {
  name: string
  /** What follows the website's address. */
  path: string
  options: ReaderOptions
  /** What the picture ends below. */
  last: string
}

const pictures: readonly Picture[] = [
  {
    name: 'overview',
    path: '?range=30d',
    options: { width: 1200 },
    last: '.panels > :nth-child(2)',
  },
  {
    name: 'journeys-dark',
    path: `/journeys?range=30d&report=${encodeURIComponent('{"steps":4,"eventType":1}')}`,
    options: { width: 1020, isDark: true },
    last: '.panel:has(.flows)',
  },
  {
    name: 'overview-phone',
    path: '?range=30d',
    options: { width: 390, height: 844, touches: true },
    last: '.panels > :nth-child(1)',
  },
]

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-pictures-'))
try {
  const made = await runFootfall(['demo', '--events', '200000', '--days', '60'], {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
  })
  if (made.exitCode !== 0) throw new Error(made.stderr)
  const website = made.stdout.trim().split('\n').at(-1)
  const running = await startProcess({ dataDir })
  const browser = await openChromium()
  const server = await openClient(running.url, adminPassword)
  await mkdir(folder, { recursive: true })
  for (const { name, path, options, last } of pictures) {
    // Where it is afternoon, so that the last day is not all but empty.
    const reader = await openReader(server, browser, { ...options, timezone: afternoonZone() })
    await reader.open(`/websites/${website}${path}`)
    const end = await reader.page.locator(last).last().boundingBox()
    if (!end) throw new Error(`${name} has no ${last}`)
    const { width = 1200 } = options
    const height = Math.ceil(end.y + end.height + 16)
    const file = join(folder, `${name}.png`)
    await reader.page.screenshot({
      path: file,
      fullPage: true,
      clip: { x: 0, y: 0, width, height },
    })
    console.log(`${file}: ${width} × ${height}, ${Bun.file(file).size} bytes`)
    await reader.close()
  }
  await browser.close()
  await running.stop()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** A zone in which it is about three in the afternoon. */
function afternoonZone(): string {
  const hours = Math.min(14, 15 - new Date().getUTCHours())
  // Names of these zones count westwards.
  return `Etc/GMT${hours > 0 ? `-${hours}` : `+${-hours}`}`
}
