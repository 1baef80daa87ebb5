// A board as answers show it.

import { Type as t } from '@sinclair/typebox'
import { idAnswer, instantAnswer, instantText } from '../http/answers.ts'
import { freeObject, nullable } from '../http/fields.ts'
import type { Board } from './store.ts'

export const boardAnswer = t.Object({
  id: idAnswer,
  type: t.String(),
  name: t.String(),
  description: t.String(),
  parameters: freeObject('Layout, as its author stored it.'),
  userId: nullable(idAnswer),
  teamId: nullable(idAnswer),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
})

export const parametersOf = (row: { parameters: string }): Record<string, unknown> =>
  JSON.parse(row.parameters) as Record<string, unknown>

export const boardRow = (board: Board) => ({
  ...board,
  parameters: parametersOf(board),
  createdAt: instantText(board.createdAt),
  updatedAt: instantText(board.updatedAt),
})
