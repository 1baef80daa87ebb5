// Access rules whose subject is the board of the path.

import { accessTo, idInPath } from '../access/owned.ts'
import { withoutPeople } from '../access/people.ts'
import { hidesPeople } from '../access/share-grant.ts'
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
