// A pixel as answers show it.

import { Type as t } from '@sinclair/typebox'
import { deletedAtAnswer, idAnswer, instantAnswer, instantText } from '../http/answers.ts'
import { nullable } from '../http/input/fields.ts'
import type { Pixel } from './store.ts'

export const pixelAnswer = t.Object({
  id: idAnswer,
  name: t.String(),
  slug: t.String(),
  userId: nullable(idAnswer),
  teamId: nullable(idAnswer),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
  deletedAt: deletedAtAnswer,
})

export const pixelRow = (pixel: Pixel) => ({
  ...pixel,
  createdAt: instantText(pixel.createdAt),
  updatedAt: instantText(pixel.updatedAt),
  deletedAt: null,
})
