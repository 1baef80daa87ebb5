// A collector whose targets, clock, places and store are plain data.

import { openCollector } from '../../src/collect/collector.ts'
import { nowhere } from '../../src/collect/enrich/place.ts'
import type { Hit } from '../../src/collect/shape/hit.ts'
import { type Config, parseConfig } from '../../src/config.ts'
import { openAddressBook } from '../../src/http/client/address.ts'

export const websiteId = '6f1c1c2e-6f0b-4f4a-9a66-3f1f9f0c1d2e'
export const linkId = '0b1c1c2e-6f0b-4f4a-8a66-3f1f9f0c1d2e'
export const pixelId = '1b1c1c2e-6f0b-4f4a-8a66-3f1f9f0c1d2e'
export const unknownId = '2b1c1c2e-6f0b-4f4a-8a66-3f1f9f0c1d2e'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'

/** 2025-03-15T13:20:00Z, the instant of the published test vectors. */
export const vectorAt = Date.UTC(2025, 2, 15, 13, 20)

const targets = new Map([
  [`website ${websiteId}`, 1],
  [`link ${linkId}`, 2],
  [`pixel ${pixelId}`, 3],
])

interface Options {
  config?: Partial<Config>
  add?: (hit: Hit) => Promise<void>
}

/** A collector with the default settings; `hits` receives what it stores, `clock.now` is settable. */
export function fakeCollector({ config = {}, add }: Options = {}) {
  const hits: Hit[] = []
  const clock = { now: vectorAt }
  const logged: string[] = []
  const settings = { ...parseConfig([], {}), ...config }
  const collector = openCollector({
    config: settings,
    addresses: openAddressBook(settings),
    secret: 'test-secret',
    now: () => clock.now,
    findTarget: (kind, id) => targets.get(`${kind} ${id}`) ?? null,
    writer: { add: add ?? (async (hit) => void hits.push(hit)) },
    locate: (address) =>
      address === '203.0.113.7' ? { country: 'NL', region: 'NL-NH', city: 'Amsterdam' } : nowhere,
    log: { debug: () => {}, error: (message) => logged.push(message) },
  })
  return { collector, hits, clock, logged }
}
