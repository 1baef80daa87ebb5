// Tracking pixels: targets with a slug, and nothing besides.

import { serveSlugged } from '../targets/slugged-routes.ts'
import { sluggedStore } from '../targets/slugged-store.ts'

export const pixelStore = sluggedStore('pixel', [])

const kind = {
  noun: 'pixel' as const,
  slugDescription: 'Last part of the address of the image, /p/:slug.',
  fields: {},
  check: () => {},
  store: pixelStore,
}

export const {
  answer: pixelAnswer,
  rules: pixelRules,
  operations: pixelOperations,
} = serveSlugged(kind)
