// Access rules whose subject is the pixel of the path.

import { accessTo, idInPath } from '../access/owned.ts'
import { findPixel } from './store.ts'

export const {
  view: viewPixel,
  viewAsUser: viewPixelAsUser,
  update: updateOwnPixel,
  remove: deleteOwnPixel,
} = accessTo(
  { noun: 'pixel', find: findPixel, isShared: (grant, { id }) => grant.targets.includes(id) },
  idInPath('pixelId'),
)
