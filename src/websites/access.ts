// Access rules whose subject is a website.

import { admitsWebsite } from '../access/api-key.ts'
import { accessTo, idInBody, idInPath, idInQuery } from '../access/owned.ts'
import { findWebsite, type Website } from './store.ts'

const website = {
  noun: 'website',
  find: findWebsite,
  isShared: (grant: { targets: readonly string[] }, { id }: Website) => grant.targets.includes(id),
  // The slug of another share page of the website would open the sections of that one.
  asShared: (shown: Website): Website => ({ ...shown, shareId: null }),
  admitsKey: admitsWebsite,
}

export const {
  view: viewWebsite,
  viewAsUser: viewWebsiteAsUser,
  update: updateOwnWebsite,
  remove: deleteOwnWebsite,
} = accessTo(website, idInPath('websiteId'))

/** The website that the query names as `websiteId`. */
export const { view: viewWebsiteInQuery } = accessTo(website, idInQuery('websiteId'))

/** The website that the body names as `websiteId`. */
export const { update: updateWebsiteInBody } = accessTo(website, idInBody('websiteId'))
