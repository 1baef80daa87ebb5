// Access rules whose subject is an event target: a website, link or pixel whose statistics are read.

import type { BoundKey } from '../access/api-key.ts'
import { may } from '../access/permissions.ts'
import {
  type Access,
  type AccessRequest,
  type EntityServices,
  requireUser,
  unknownId,
} from '../access/rule.ts'
import type { Section } from '../access/sections.ts'
import { hidesPeople, opens } from '../access/share-grant.ts'
import { unauthorized } from '../errors.ts'
import type { Target, Targets } from './store.ts'

interface TargetAccessServices extends EntityServices {
  targets: Targets
}

function targetFor(
  id: unknown,
  section: Section | null,
  { app, caller }: AccessRequest<TargetAccessServices>,
): Target {
  const target = typeof id === 'string' ? app.targets.find(id) : null
  if (!target) throw unknownId(caller)
  if (caller.user && may(app.entities, caller.user, 'view', target)) return target
  if (caller.share?.targets.includes(target.id) && opens(caller.share, section)) {
    const { allowsFilters } = caller.share
    return { ...target, shared: { allowsFilters, showsPeople: !hidesPeople(caller.share) } }
  }
  throw unauthorized()
}

/** Keys are bound to websites; links and pixels are none. */
const admitsKey = (key: BoundKey, { kind, id }: Target): boolean =>
  kind === 'website' && key.websiteIds.includes(id)

/**
 * Statistics of the website, link or pixel that `:websiteId` names. Holders of a share token need
 * `section` to be open; `null` wants any open section.
 */
export const viewTarget = (section: Section | null): Access<Target, TargetAccessServices> => ({
  permission: 'view website',
  audience: 'viewer',
  section,
  admitsKey,
  find: (request) => targetFor(request.params.websiteId, section, request),
})

/** The same for operations whose body names the target as `websiteId`. */
export const viewTargetInBody = (
  section: Section | null,
): Access<Target, TargetAccessServices> => ({
  permission: 'view website',
  audience: 'viewer',
  section,
  isNamedByInput: true,
  isQuestion: true,
  admitsKey,
  find: (request) => targetFor(request.body.websiteId, section, request),
})

/** What is known of visitors of the website, link or pixel that `:websiteId` names, to be deleted. */
export const deleteTargetData: Access<Target, TargetAccessServices> = {
  permission: 'delete website',
  audience: 'user',
  admitsKey,
  find: ({ app, caller, params }) => {
    const user = requireUser(caller)
    const target = app.targets.find(params.websiteId ?? '')
    if (!target) throw unknownId(caller)
    if (!may(app.entities, user, 'delete', target)) throw unauthorized()
    return target
  },
}
