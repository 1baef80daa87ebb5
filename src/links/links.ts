// Short links: what they have besides other targets with a slug, and their operations.

import { name } from '../http/input/fields.ts'
import { serveSlugged } from '../targets/slugged-routes.ts'
import { sluggedStore } from '../targets/slugged-store.ts'
import { checkDestination } from './destination.ts'

interface LinkFields {
  /** Where visitors are sent. */
  url: string
}

export const linkStore = sluggedStore<LinkFields>('link', ['url'])

const kind = {
  noun: 'link' as const,
  slugDescription: 'Last part of the short address, /q/:slug.',
  fields: { url: name(500, 'Destination: an absolute http or https address.') },
  check: ({ url }: Partial<LinkFields>) => {
    if (url !== undefined) checkDestination(url)
  },
  store: linkStore,
}

export const {
  answer: linkAnswer,
  rules: linkRules,
  operations: linkOperations,
} = serveSlugged<LinkFields>(kind)
