// The time zones that the page uses, each opened once.

import { openZone, type Zone } from '../../time/zone.ts'

const zones = new Map<string, Zone>()

/** The zone of an IANA name, which the browser must know. */
export function findZone(name: string): Zone {
  const zone = zones.get(name) ?? openZone(name)
  zones.set(name, zone)
  return zone
}
