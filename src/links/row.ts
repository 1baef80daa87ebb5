// A link as answers show it.

import { Type as t } from '@sinclair/typebox'
import { deletedAtAnswer, idAnswer, instantAnswer, instantText } from '../http/answers.ts'
import { nullable } from '../http/input/fields.ts'
import type { Link } from './store.ts'

export const linkAnswer = t.Object({
  id: idAnswer,
  name: t.String(),
  url: t.String(),
  slug: t.String(),
  userId: nullable(idAnswer),
  teamId: nullable(idAnswer),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
  deletedAt: deletedAtAnswer,
})

export const linkRow = (link: Link) => ({
  ...link,
  createdAt: instantText(link.createdAt),
  updatedAt: instantText(link.updatedAt),
  deletedAt: null,
})
