import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocator } from '../../../src/collect/enrich/geo.ts'
import { nowhere } from '../../../src/collect/enrich/place.ts'
import { mmdb } from './mmdb.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-geo-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const warnings: string[] = []
const log = { warn: (message: string) => void warnings.push(message) }

async function file(name: string, bytes: Uint8Array): Promise<string> {
  await mkdir(join(dataDir, 'geo'), { recursive: true })
  const path = join(dataDir, name)
  await writeFile(path, bytes)
  return path
}

/** Databases in which every IPv4 address has this entry. */
const cityDatabase = mmdb({
  city: { names: { en: 'Amsterdam', de: 'Amsterdam (Stadt)' } },
  country: { iso_code: 'NL' },
  registered_country: { iso_code: 'DE' },
  subdivisions: [{ iso_code: 'NH' }, { iso_code: 'X' }],
})
const registeredDatabase = mmdb({ registered_country: { iso_code: 'DE' } })
const flatDatabase = mmdb({ city: 'Portland', country_code: 'US', state1: 'Oregon' })

test('the built-in database knows countries, for both kinds of address', async () => {
  const locate = await openLocator({ geoDb: null, dataDir }, log)
  const country = (code: string) => ({ country: code, region: null, city: null })
  expect(locate('8.8.8.8')).toEqual(country('US'))
  expect(locate('193.0.6.139')).toEqual(country('NL'))
  expect(locate('2001:67c:2e8:22::c100:68b')).toEqual(country('NL'))
  expect(locate('240.0.0.1')).toEqual(nowhere)
  expect(locate('8.8.8.8')).toEqual(country('US'))
})

test('off finds nothing', async () => {
  const locate = await openLocator({ geoDb: 'off', dataDir }, log)
  expect(locate('8.8.8.8')).toEqual(nowhere)
})

describe('a database of its own', () => {
  test.each([
    ['nested', cityDatabase, { country: 'NL', region: 'NL-NH', city: 'Amsterdam' }],
    ['country of registration', registeredDatabase, { country: 'DE', region: null, city: null }],
    ['flat', flatDatabase, { country: 'US', region: 'US-Oregon', city: 'Portland' }],
  ])('with %s entries', async (name, bytes, place) => {
    const geoDb = await file(`${name}.mmdb`, bytes)
    const locate = await openLocator({ geoDb, dataDir }, log)
    expect(locate('203.0.113.7')).toEqual(place)
    // An IPv4 database says nothing about other addresses.
    expect(locate('2001:db8::1')).toEqual(nowhere)
  })

  test('in the data folder is found; a damaged one there is logged and passed over', async () => {
    await file('geo/a-damaged.mmdb', cityDatabase.subarray(0, 20))
    await file('geo/b.mmdb', cityDatabase)
    await file('geo/notes.txt', new Uint8Array())
    warnings.length = 0
    const locate = await openLocator({ geoDb: null, dataDir }, log)
    expect(locate('203.0.113.7').city).toBe('Amsterdam')
    expect(warnings).toEqual(['Geo database cannot be read'])
    await rm(join(dataDir, 'geo'), { recursive: true })
  })

  test.each([
    ['empty', new Uint8Array()],
    ['cut short', cityDatabase.subarray(0, cityDatabase.length - 40)],
    ['no database', Buffer.from('PNG '.repeat(1000))],
  ])('that is %s refuses to start', async (name, bytes) => {
    const geoDb = await file(`${name}.bin`, bytes)
    await expect(openLocator({ geoDb, dataDir }, log)).rejects.toThrow(
      `GEO_DB ${geoDb} cannot be read: `,
    )
  })

  test('that is not there refuses to start', async () => {
    await expect(openLocator({ geoDb: '/nowhere/x.mmdb', dataDir }, log)).rejects.toThrow(
      'GEO_DB /nowhere/x.mmdb cannot be read: ',
    )
  })
})
