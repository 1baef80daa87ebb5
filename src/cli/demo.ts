// `footfall demo`: fills a website with made-up visits, to look at and to measure with.

import { randomUUID } from 'node:crypto'
import { type App, openApp } from '../app.ts'
import { closeHours } from '../collect/store/visits/visits.ts'
import { whole } from '../config/values.ts'
import { parseCommand, type Variables } from '../config.ts'
import { sql } from '../db/sql.ts'
import { demoHits } from '../demo/hits.ts'
import { storeDemo } from '../demo/store.ts'
import { isUuid } from '../lib/uuid.ts'
import { isEntityId } from '../targets/store.ts'
import { isRealDay, parseDateText } from '../time/date-text.ts'
import { findFirstAdmin } from '../users/store.ts'
import { createWebsite, findWebsite } from '../websites/store.ts'
import { printNewPassword } from './first-start.ts'

const id = (value: string): string => {
  const lower = value.trim().toLowerCase()
  if (!isUuid(lower)) throw new Error('must be a UUID')
  return lower
}

const instant = (value: string): number => {
  const date = parseDateText(value)
  if (!date || !isRealDay(value))
    throw new Error('must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z')
  // Without an offset it is one in UTC.
  return date.at
}

export const demoOptions = {
  events: { default: '100000', help: 'How many events.', parse: whole(1, 1_000_000_000) },
  days: { default: '90', help: 'Over how many days.', parse: whole(1, 3650) },
  seed: {
    default: '1',
    help: 'The same seed and end give the same events.',
    parse: whole(0, Number.MAX_SAFE_INTEGER),
  },
  website: { default: null, help: 'Id of the website, made when missing.', parse: id },
  until: { default: null, help: 'Date of the last event; without it now.', parse: instant },
} as const

/** Makes the events, prints its progress, and ends with the id of the website on a line of its own. */
export async function demoCommand(args: string[], variables: Variables): Promise<number> {
  const { values, config } = parseCommand(demoOptions, args, variables)
  const app = await openApp({ config })
  try {
    printNewPassword(app.newAdminPassword)
    const website = await openWebsite(app, values.website ?? randomUUID())
    const { events, days, seed } = values
    const target = app.targets.findNumber('website', website) as number
    const plan = { target, events, days, seed, endAt: values.until ?? app.now() }
    const startAt = performance.now()
    await app.writer.replacing(() =>
      storeDemo(app.store, demoHits(plan), (done) => {
        const seconds = (performance.now() - startAt) / 1000
        process.stdout.write(
          `${done} of ${events} events, ${Math.round(done / seconds)} per second\n`,
        )
      }),
    )
    const { store, writer, log, now } = app
    let isMoreDue = true
    while (isMoreDue) isMoreDue = await writer.exclusive(() => closeHours(store, now(), log))
    process.stdout.write(`${website}\n`)
    return 0
  } finally {
    await app.close()
  }
}

/** The website of this id, made for the first administrator when there is none. */
async function openWebsite({ entities, events, targets, now }: App, id: string): Promise<string> {
  if (findWebsite(entities, id)) {
    const number = targets.findNumber('website', id)
    // A second demo of the same seed would bring the same visitors again.
    const [found] = await events.query(sql`select 1 from event where source_id = ${number} limit 1`)
    if (found) throw new Error(`The website ${id} has events already; choose another id.`)
    return id
  }
  if (isEntityId(entities, id)) throw new Error(`The id ${id} belongs to something else.`)
  const admin = findFirstAdmin(entities)
  if (!admin) throw new Error('There is no administrator who could own the website.')
  createWebsite(entities, {
    id,
    name: 'Demo',
    domain: 'shop.example',
    userId: admin.id,
    teamId: null,
    createdBy: admin.id,
    now: now(),
  })
  return id
}
