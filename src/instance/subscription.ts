// /api/auth/subscription: what hosted versions of this API sell, and what nobody has here.

import { Type as t } from '@sinclair/typebox'
import { signedIn } from '../access/rule.ts'
import { read } from '../http/endpoint.ts'
import { uuid } from '../http/input/fields.ts'

export const subscription = read('/api/auth/subscription', {
  summary: 'The subscription of the caller or a team: none, and none is needed.',
  access: signedIn,
  query: { teamId: t.Optional(uuid('The team; it makes no difference.')) },
  answer: t.Object({
    hasSubscription: t.Literal(false),
    isPro: t.Literal(false),
    isBusiness: t.Literal(false),
    isNoBilling: t.Literal(false),
    unlimitedWebsites: t.Literal(true, { description: 'There is no limit.' }),
  }),
  run: () => ({
    hasSubscription: false,
    isPro: false,
    isBusiness: false,
    isNoBilling: false,
    unlimitedWebsites: true,
  }),
})
