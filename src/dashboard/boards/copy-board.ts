// Copying a board.

import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { go } from '../state/location.ts'
import { t } from '../text/messages.ts'
import { problemText } from '../text/problems.ts'
import type { Board } from './board.ts'

/** As the server takes them. */
const longestName = 100

/** Copies a board and opens the copy; says what went wrong otherwise. */
export async function copyBoard(board: Board): Promise<void> {
  const name = t('boards.copyName', { name: board.name })
  // The server names a copy itself where the name has no room for more.
  const body = name.length <= longestName ? { name } : {}
  const answer = await ask<Board>(`/api/boards/${board.id}/clone`, { body })
  if (!answer.ok) {
    toast(problemText(answer.problem))
    return
  }
  refreshAnswers()
  go(`/boards/${answer.value.id}/edit`)
}
