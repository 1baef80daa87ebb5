// Access rules whose subject is the board of the path.

import { hidesPeople } from '../http/access.ts'
import { withoutPeople } from '../shares/people.ts'
import { accessTo, idInPath } from '../users/owned-access.ts'
import { type Board, boardParameters, findBoard } from './store.ts'

export const {
  view: viewBoard,
  viewAsUser: viewBoardAsUser,
  update: updateOwnBoard,
  remove: deleteOwnBoard,
} = accessTo(
  {
    noun: 'board',
    find: findBoard,
    isShared: (grant, { id }) => grant.boardId === id,
    asShared: (board: Board, grant) =>
      hidesPeople(grant)
        ? { ...board, parameters: JSON.stringify(withoutPeople(boardParameters(board))) }
        : board,
  },
  idInPath('boardId'),
)
