// The time zone of days and hours on the page.

import { signal } from './signal.ts'
import { readStored, store } from './storage.ts'

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

function readZone(): string {
  const stored = readStored('timezone')
  if (!stored) return browserZone()
  try {
    new Intl.DateTimeFormat('en', { timeZone: stored })
    return stored
  } catch {
    return browserZone()
  }
}

export const zoneChoice = signal(readZone())

/** `null` means the browser's own zone. */
export function chooseZone(zone: string | null): void {
  store('timezone', zone)
  zoneChoice.write(zone ?? browserZone())
}
