// Access rules whose subject is a website.

import { accessTo, idInPath } from '../access/owned.ts'
import type { AccessRequest } from '../access/rule.ts'
import { findWebsite, type Website } from './store.ts'

const website = {
  noun: 'website',
  find: findWebsite,
  isShared: (grant: { targets: readonly string[] }, { id }: Website) => grant.targets.includes(id),
  // The slug of another share page of the website would open the sections of that one.
  asShared: (shown: Website): Website => ({ ...shown, shareId: null }),
}

export const {
  view: viewWebsite,
  viewAsUser: viewWebsiteAsUser,
  update: updateOwnWebsite,
  remove: deleteOwnWebsite,
} = accessTo(website, idInPath('websiteId'))

/** The website that the query names as `websiteId`. */
export const { view: viewWebsiteInQuery } = accessTo(
  website,
  ({ query }: AccessRequest) => query.websiteId,
)

/** The website that the body names as `websiteId`. */
export const { update: updateWebsiteInBody } = accessTo(
  website,
  ({ body }: AccessRequest) => body.websiteId,
)
