// Access rules whose subject is the board of the path.

import { accessTo, idInPath } from '../users/owned-access.ts'
import { findBoard } from './store.ts'

export const {
  view: viewBoard,
  viewAsUser: viewBoardAsUser,
  update: updateOwnBoard,
  remove: deleteOwnBoard,
} = accessTo(
  { noun: 'board', find: findBoard, isShared: (grant, { id }) => grant.boardId === id },
  idInPath('boardId'),
)
