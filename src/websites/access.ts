// Access rules whose subject is the website of the path.

import { notFound, unauthorized } from '../errors.ts'
import type { Access, Asked } from '../http/access.ts'
import { type Action, may } from '../users/permissions.ts'
import { findWebsite, type Website } from './store.ts'

/** 404 only to those who see everything; to others an unknown website is like a foreign one. */
function websiteFor(action: Action, { app, caller, params }: Asked): Website {
  const website = findWebsite(app.entities, params.websiteId ?? '')
  const isShared = action === 'view' && website && caller.share?.sources.includes(website.id)
  if (website && isShared) return website
  if (!website) throw caller.user?.role === 'admin' ? notFound() : unauthorized()
  if (!caller.user || !may(app.entities, caller.user, action, website)) throw unauthorized()
  return website
}

export const viewWebsite: Access<Website> = {
  permission: 'view website',
  audience: 'viewer',
  find: (asked) => websiteFor('view', asked),
}

export const updateOwnWebsite: Access<Website> = {
  permission: 'update website',
  audience: 'user',
  find: (asked) => websiteFor('update', asked),
}

export const deleteOwnWebsite: Access<Website> = {
  permission: 'delete website',
  audience: 'user',
  find: (asked) => websiteFor('delete', asked),
}
