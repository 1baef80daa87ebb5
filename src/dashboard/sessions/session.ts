// Sessions as the server sends them, and how they are called.

import { isolated, t } from '../text/messages.ts'
import { countryName } from '../text/names.ts'
import { visible } from '../text/user-text.ts'

export interface Session {
  id: string
  distinctId: string | null
  browser: string | null
  os: string | null
  device: string | null
  screen: string | null
  language: string | null
  country: string | null
  region: string | null
  city: string | null
  /** ISO 8601. */
  firstAt: string
  lastAt: string
  visits: number
  views: number
  events: number
}

/** A row of a list; without an id on share pages that do not open sessions. */
export type ListedSession = Omit<Session, 'id'> & { id: string | null }

/** The name that the website gave a visitor, else a short one made of the session's id. */
export const visitorName = ({ id, distinctId }: Pick<Session, 'id' | 'distinctId'>): string =>
  (distinctId && visible(distinctId)) || t('sessions.visitor', { id: id.slice(0, 6) })

/** City and country, as far as they are known; a dash when they are not. */
export function placeName({ city, country }: Pick<Session, 'city' | 'country'>): string {
  const place = [city && isolated(city), country && countryName(country)].filter(Boolean).join(', ')
  return place || '–'
}
