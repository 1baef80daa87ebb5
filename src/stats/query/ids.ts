// Public ids of events and their properties. The store numbers events in ascending order; the number is shown as a UUID of
// version 8, so that clients which check the form accept it.

const prefix = '00000000-0000-8000-8000-'

export const eventUuid = (number: number): string => prefix + number.toString(16).padStart(12, '0')

/** The number in an event's UUID; `null` for any other text. */
export function eventNumber(uuid: string): number | null {
  const text = uuid.toLowerCase()
  if (!text.startsWith(prefix) || !/^[0-9a-f]{12}$/.test(text.slice(prefix.length))) return null
  return Number.parseInt(text.slice(prefix.length), 16)
}

/** The id of an event's property, which the store knows by its event and name: version 5, made of both. */
export const propertyUuid = (eventId: string, name: string): string =>
  Bun.randomUUIDv5(`${eventId}/${name}`, 'url')
