// A board as answers show it.

import { Type as t } from '@sinclair/typebox'
import { idAnswer, instantAnswer, instantText } from '../http/answers.ts'
import { freeObject, nullable } from '../http/input/fields.ts'
import { type Board, boardParameters } from './store.ts'

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

export const boardRow = (board: Board) => ({
  ...board,
  parameters: boardParameters(board),
  createdAt: instantText(board.createdAt),
  updatedAt: instantText(board.updatedAt),
})
