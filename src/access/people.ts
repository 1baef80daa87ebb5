// Stored questions and layouts that name a person: segments, cohorts, saved reports, boards. They
// are kept from share pages that do not open their sessions.

import { may, type Owned } from './permissions.ts'
import type { AccessRequest } from './rule.ts'
import { hidesPeople } from './share-grant.ts'

/** What a person is named by, as a key, as a value, or in the text of a query. */
const personNames = [
  'distinctId',
  'distinct_id',
  'sessionId',
  'session_id',
  // What an event or a session says of itself may be anything.
  'eventProperty',
  'sessionProperty',
] as const

/** Names of filters on properties, such as epf1, as a name or in JSON. */
const propertyFilterName = /(?:^|")[es]pf\d*(?:$|")/

const namesPerson = (text: string): boolean =>
  personNames.some((name) => text.includes(name)) || propertyFilterName.test(text)

/** Condition on a stored row: its column `parameters` names no person. */
export const namesNobodySql = `(${personNames
  .map((name) => `instr(parameters, '${name}') = 0`)
  .join(' and ')} and parameters not glob '*"[es]pf["0-9]*')`

type Viewer = Pick<AccessRequest, 'app' | 'caller'>

/** Whether the caller may see the thing as a user, and not only through a share page. */
const isOwnViewer = ({ app, caller }: Viewer, thing: Owned): boolean =>
  caller.user !== null && may(app.entities, caller.user, 'view', thing)

/** Whether the caller sees the thing only through a share page that does not distinguish people. */
export const isPersonHidden = (viewer: Viewer, thing: Owned): boolean =>
  !isOwnViewer(viewer, thing) && hidesPeople(viewer.caller.share)

/** A row about the thing as the caller may see it: visitors of a share page do not see who wrote it. */
export const withAuthor = <Row extends { userId: string | null }>(
  viewer: Viewer,
  thing: Owned,
  row: Row,
): Row & { userId: string | null } => (isOwnViewer(viewer, thing) ? row : { ...row, userId: null })

/** Whether the caller may see a stored row of the thing: not one that names a person hidden to them. */
export const isShownTo = (
  request: Viewer,
  thing: Owned,
  { parameters }: { parameters: string },
): boolean => !(namesPerson(parameters) && isPersonHidden(request, thing))

/**
 * Free parameters without the parts that name a person: members, elements and whole filters. The other
 * members always stay: to clients, parameters without any mean that every section is open.
 */
export const withoutPeople = (parameters: Record<string, unknown>): Record<string, unknown> =>
  maskedMembers(Object.entries(parameters))

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
  return maskedMembers(members)
}

const maskedMembers = (members: [string, unknown][]): Record<string, unknown> =>
  Object.fromEntries(
    members
      .filter(([name]) => !namesPerson(name))
      .map(([name, member]) => [name, masked(member)])
      .filter(([, member]) => member !== undefined),
  )
