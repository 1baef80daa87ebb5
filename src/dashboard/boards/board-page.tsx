import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { useTitle } from '../components/page-title.ts'
import { UserText } from '../components/user-text.tsx'
import type { PageProps } from '../page.ts'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { useMayChange } from '../state/permission.ts'
import { t } from '../text/messages.ts'
import { type Board, parseRows } from './board.ts'
import { BoardRows } from './board-rows.tsx'

/** A board with its panels. */
export function BoardPage({ params }: PageProps) {
  const board = useAnswer<Board>(`/api/boards/${encodeURIComponent(params.id ?? '')}`)
  if (board.value) return <BoardContent key={board.value.id} board={board.value} />
  return (
    <div class="page">
      <AsyncView answer={board} rows={8} isPage>
        {() => null}
      </AsyncView>
    </div>
  )
}

function BoardContent({ board }: { board: Board }) {
  useTitle(board.name, t('boards'))
  const mayChange = useMayChange(board.teamId)
  const edit = toAddress(`/boards/${board.id}/edit`)
  return (
    <BoardRows
      rows={parseRows(board.parameters)}
      root=""
      isShared={false}
      head={
        <div class="board-title">
          <h1>
            <UserText text={board.name} />
          </h1>
          {board.description && (
            <p class="soft">
              <UserText text={board.description} />
            </p>
          )}
          {mayChange && (
            <p class="board-links">
              <a href={edit}>{t('edit')}</a>
              <a href={`${edit}?tab=shares`}>{t('share')}</a>
            </p>
          )}
        </div>
      }
      empty={
        <EmptyNote title={t('boards.noPanels')}>
          {mayChange && (
            <>
              <p>{t('boards.noPanelsText')}</p>
              <a class="button button-main" href={edit}>
                {t('boards.addPanels')}
              </a>
            </>
          )}
        </EmptyNote>
      }
    />
  )
}
