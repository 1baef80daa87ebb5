// The time zones that requests name, as tables that are kept between requests.

import { invalidField } from '../../errors.ts'
import { getOrCreate, openCache } from '../../lib/byte-cache.ts'
import { openZone, type Zone } from '../../time/zone.ts'
import { readTable, type ZoneTable } from '../../time/zone-table.ts'

/** What a stretch takes in memory, about. */
const bytesPerStretch = 48

const tables = openCache<ZoneTable>('zones', ({ stretches }) => stretches.length * bytesPerStretch)

/** The zone of an IANA name. Throws 400 for a name the platform does not know. */
export function findZone(name = 'UTC'): ZoneTable {
  const zone = openKnownZone(name)
  // A zone has many spellings; reading one takes a while, so it is kept by the name of its own.
  return getOrCreate(tables, zone.name, () => readTable(zone))
}

function openKnownZone(name: string): Zone {
  try {
    return openZone(name)
  } catch (error) {
    if (error instanceof RangeError) throw invalidField('timezone', 'Invalid timezone')
    throw error
  }
}
