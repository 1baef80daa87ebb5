// Public ids of events. The store numbers events in ascending order; the number is shown as a UUID of
// version 8, so that clients which check the form accept it.

const prefix = '00000000-0000-8000-8000-'

export const eventUuid = (number: number): string => prefix + number.toString(16).padStart(12, '0')

/** The number in an event's UUID; `null` for any other text. */
export function eventNumber(uuid: string): number | null {
  const text = uuid.toLowerCase()
  if (!text.startsWith(prefix) || !/^[0-9a-f]{12}$/.test(text.slice(prefix.length))) return null
  return Number.parseInt(text.slice(prefix.length), 16)
}
