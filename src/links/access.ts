// Access rules whose subject is the link of the path.

import { accessTo, idInPath } from '../access/owned.ts'
import { findLink } from './store.ts'

export const {
  view: viewLink,
  viewAsUser: viewLinkAsUser,
  update: updateOwnLink,
  remove: deleteOwnLink,
} = accessTo(
  { noun: 'link', find: findLink, isShared: (grant, { id }) => grant.targets.includes(id) },
  idInPath('linkId'),
)
