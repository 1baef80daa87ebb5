// Places of addresses, from a database in MaxMind's format.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import countries from '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb' with {
  type: 'file',
}
import { Reader } from 'mmdb-lib'
import { ConfigError } from '../../config.ts'
import { getOrCreate, measureText, openCache } from '../../lib/byte-cache.ts'
import type { Log } from '../../log.ts'
import { nowhere, type Place, toPlace } from './place.ts'

/** Finds the place of a public address in canonical text; nowhere when it is not known. */
export type Locator = (address: string) => Place

/**
 * Opens the database that GEO_DB names (`off` is none), else the first `*.mmdb` of DATA_DIR/geo,
 * else the built-in countries. A database that GEO_DB names and that cannot be read is a
 * ConfigError; one found in the folder is logged and passed over.
 */
export async function openLocator(
  config: { geoDb: string | null; dataDir: string },
  log: Pick<Log, 'warn'>,
): Promise<Locator> {
  if (config.geoDb === 'off') return () => nowhere
  if (config.geoDb !== null) {
    try {
      return await readDatabase(config.geoDb, log)
    } catch (cause) {
      throw new ConfigError(`GEO_DB ${config.geoDb} cannot be read: ${reason(cause)}`, { cause })
    }
  }
  const folder = join(config.dataDir, 'geo')
  for (const name of await databasesIn(folder)) {
    try {
      return await readDatabase(join(folder, name), log)
    } catch (cause) {
      log.warn('Geo database cannot be read', { file: join(folder, name), reason: reason(cause) })
    }
  }
  return readDatabase(countries, log)
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

async function databasesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.mmdb')).sort()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}

async function readDatabase(path: string, log: Pick<Log, 'warn'>): Promise<Locator> {
  const bytes = await Bun.file(path).arrayBuffer()
  const reader = new Reader<Entry & ReaderEntry>(Buffer.from(bytes))
  const { nodeCount, searchTreeSize } = reader.metadata
  if (!(nodeCount > 0) || searchTreeSize >= bytes.byteLength) throw new Error('file is damaged')

  const seen = openCache<Place>('places', bytesOfPlace)
  let hasWarned = false

  const lookUp = (address: string): Place => {
    // An IPv4 database has no tree for longer addresses.
    if (reader.metadata.ipVersion === 4 && address.includes(':')) return nowhere
    try {
      return readPlaceFromEntry(reader.get(address))
    } catch (cause) {
      if (!hasWarned) log.warn('Geo database is damaged', { file: path, reason: reason(cause) })
      hasWarned = true
      return nowhere
    }
  }
  // Damage in the first entries shows before anybody relies on the file.
  readPlaceFromEntry(reader.get('1.1.1.1'))

  return (address) => getOrCreate(seen, address, () => lookUp(address))
}

const bytesOfPlace = ({ country, region, city }: Place): number =>
  measureText(country) + measureText(region) + measureText(city)

/** The members of an entry that matter: MaxMind's nested ones, or the flat ones of ip-location-db. */
interface Entry {
  country?: { iso_code?: string } | null
  registered_country?: { iso_code?: string } | null
  subdivisions?: readonly { iso_code?: string }[] | null
  city?: string | { names?: { en?: string } } | null
  country_code?: string | null
  state1?: string | null
  region?: string | null
}

type ReaderEntry = NonNullable<ReturnType<Reader<import('mmdb-lib').Response>['get']>>

function readPlaceFromEntry(entry: Entry | null): Place {
  if (!entry) return nowhere
  const { country, registered_country: registered, subdivisions, city } = entry
  return toPlace(
    country?.iso_code ?? registered?.iso_code ?? entry.country_code ?? null,
    subdivisions?.[0]?.iso_code ?? entry.region ?? entry.state1 ?? null,
    (typeof city === 'string' ? city : city?.names?.en) ?? null,
  )
}
