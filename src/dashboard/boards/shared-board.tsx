import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { UserText } from '../components/user-text.tsx'
import type { PageProps } from '../page.ts'
import { useAnswer } from '../state/answer.ts'
import { t } from '../text/messages.ts'
import { type Board, parseRows } from './board.ts'
import { BoardRows } from './board-rows.tsx'

/** A board as its share page shows it. */
export function SharedBoard({ params: { id = '', root = '' } }: PageProps) {
  const board = useAnswer<Board>(`/api/boards/${encodeURIComponent(id)}`)
  if (!board.value) {
    return (
      <div class="page">
        <AsyncView answer={board} rows={8}>
          {() => null}
        </AsyncView>
      </div>
    )
  }
  const { name, description, parameters } = board.value
  return (
    <BoardRows
      rows={parseRows(parameters)}
      root={root}
      isShared
      head={
        <div class="board-title">
          <h1>
            <UserText text={name} />
          </h1>
          {description && (
            <p class="soft">
              <UserText text={description} />
            </p>
          )}
        </div>
      }
      empty={<EmptyNote title={t('boards.noPanels')} />}
    />
  )
}
