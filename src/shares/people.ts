// Stored questions and layouts that name a person: segments, cohorts, saved reports, boards. They
// are kept from share pages that do not open their sessions.

import { type Asked, hidesPeople } from '../http/access.ts'
import { may, type Owned } from '../users/permissions.ts'

/** The one filter that names a person. It stands as a key, as a value, or in the text of a query. */
const personFilter = 'distinctId'

const namesPerson = (text: string): boolean => text.includes(personFilter)

/** Condition on a stored row: its column `parameters` names no person. */
export const namesNobodySql = `instr(parameters, '${personFilter}') = 0`

/** Whether the caller sees the thing only through a share page that does not tell people apart. */
export function isPersonHidden({ app, caller }: Pick<Asked, 'app' | 'caller'>, thing: Owned) {
  const isOwn = caller.user !== null && may(app.entities, caller.user, 'view', thing)
  return !isOwn && hidesPeople(caller.share)
}

/** Whether the caller may see a stored row of the thing: not one that names a person hidden to them. */
export const isShownTo = (
  asked: Pick<Asked, 'app' | 'caller'>,
  thing: Owned,
  { parameters }: { parameters: string },
): boolean => !(namesPerson(parameters) && isPersonHidden(asked, thing))

/** Free parameters without the parts that name a person: members, elements and whole filters. */
export function withoutPeople(parameters: Record<string, unknown>): Record<string, unknown> {
  return (masked(parameters) ?? {}) as Record<string, unknown>
}

/** The value without such parts; `undefined` when it is one itself. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return namesPerson(value) ? undefined : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(masked).filter((element) => element !== undefined)
  const members = Object.entries(value)
  // An object such as { name: 'distinctId', value: 'anna' } names a person as a whole.
  if (members.some(([, member]) => typeof member === 'string' && namesPerson(member))) {
    return undefined
  }
  return Object.fromEntries(
    members
      .filter(([name]) => !namesPerson(name))
      .map(([name, member]) => [name, masked(member)])
      .filter(([, member]) => member !== undefined),
  )
}
