// Filters on properties of events and sessions, as conditions next to those on fields.

import { isPassed, isReadable, toType } from './labels.ts'
import { ordered } from './order.ts'
import type { Property, Site, Written } from './rows.ts'

export interface PropertyCondition {
  name: 'eventProperty' | 'sessionProperty'
  property: string
  type: number
  operator: string
  value: string
}

const names = { epf: 'eventProperty', spf: 'sessionProperty' } as const

/** `epf1=1.eq.plan.pro`, the name of the property URL-encoded with its dots; null for anything else. */
export function toPropertyCondition(key: string, text: string): PropertyCondition | null {
  const prefix = key.replace(/\d+$/, '')
  if (prefix !== 'epf' && prefix !== 'spf') return null
  const [type = '', operator = '', property = '', ...rest] = text.split('.')
  return {
    name: names[prefix],
    property: decodeURIComponent(property),
    type: toType(type),
    operator,
    value: rest.join('.'),
  }
}

export const isOnProperty = (condition: { name: string }): condition is PropertyCondition =>
  condition.name === 'eventProperty' || condition.name === 'sessionProperty'

export const isNegation = ({ operator }: { operator: string }): boolean =>
  ['neq', 'dnc', 'nre'].includes(operator)

/** A missing property is unlike any value. */
export function isPropertyPassed(
  properties: readonly Property[],
  { property, type, operator, value }: Omit<PropertyCondition, 'name'>,
  zone: string,
): boolean {
  const found = properties.find((each) => each.key === property && each.type === type)
  return found ? isPassed(found, operator, value, zone) : isNegation({ operator })
}

/** Whether it can be asked at all: what cannot filters nothing. */
export const isAskable = ({ type, value }: PropertyCondition, zone: string): boolean =>
  isReadable(type, value, zone)

/** The live properties of a session: of each key the one that was written last. */
export function liveProperties(site: Site, id: string): Written[] {
  const written = site.written.filter(
    ({ sessionId, at }) => sessionId === id && at >= (site.resetAt ?? at),
  )
  const live = new Map(written.map((property) => [property.key, property]))
  return ordered([...live.values()], ({ key }) => key)
}
