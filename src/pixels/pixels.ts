// Tracking pixels: targets with a slug, and nothing besides.

import { sluggedAnswer, sluggedOperations, sluggedRules } from '../targets/slugged-routes.ts'
import { sluggedStore } from '../targets/slugged-store.ts'

export const pixelStore = sluggedStore('pixel', [])

const kind = {
  noun: 'pixel' as const,
  slugDescription: 'Last part of the address of the image, /p/:slug.',
  fields: {},
  check: () => {},
  store: pixelStore,
}

export const pixelAnswer = sluggedAnswer(kind.fields)
export const pixelRules = sluggedRules(kind)
export const pixelOperations = sluggedOperations(kind)
