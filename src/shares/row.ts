// A share page as answers show it.

import { Type as t } from '@sinclair/typebox'
import type { Share } from '../access/share-store.ts'
import { idAnswer, instantAnswer, instantText } from '../http/answers.ts'
import { freeObject } from '../http/input/fields.ts'

export const shareAnswer = t.Object({
  id: idAnswer,
  entityId: idAnswer,
  name: t.String(),
  shareType: t.Integer({ description: '1 website, 2 link, 3 pixel, 4 board.' }),
  slug: t.String(),
  parameters: freeObject('Sections that are open, and whatever else its author stored.'),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
})

export const shareRow = (share: Share) => ({
  ...share,
  parameters: JSON.parse(share.parameters) as Record<string, unknown>,
  createdAt: instantText(share.createdAt),
  updatedAt: instantText(share.updatedAt),
})
