import { useState } from 'preact/hooks'
import { Dialog } from '../components/form/dialog.tsx'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { UserText } from '../components/user-text.tsx'
import { go } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import { useTeam } from '../state/team-choice.ts'
import { t } from '../text/messages.ts'
import { type Board, parseRows } from './board.ts'
import { BoardForm } from './board-form.tsx'
import { copyBoard } from './copy-board.ts'

const panelCount = (board: Board): number =>
  parseRows(board.parameters).reduce((sum, { panels }) => sum + panels.length, 0)

/** The boards of the reader or of a team. */
export function Boards() {
  const team = useTeam()
  const mayChange = usePermission(team)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Board | null>(null)
  return (
    <div class="page">
      <Listing<Board>
        title={t('boards')}
        path={team ? `/api/teams/${encodeURIComponent(team)}/boards` : '/api/boards'}
        search={t('boards.search')}
        action={
          mayChange && (
            <button type="button" class="button button-main" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t('boards.add')}
            </button>
          )
        }
        empty={t('boards.empty')}
        emptyText={t(mayChange === false ? 'empty.readOnly' : 'boards.emptyText')}
        row={(board) => (
          <Row
            key={board.id}
            name={board.name}
            path={`/boards/${board.id}`}
            note={<UserText class="soft" text={board.description} />}
            fact={<span class="soft">{t('boards.panels', { count: panelCount(board) })}</span>}
            actions={
              mayChange && (
                <RowMenu name={board.name}>
                  <MenuChoice onChoose={() => go(`/boards/${board.id}/edit`)}>
                    {t('edit')}
                  </MenuChoice>
                  <MenuChoice onChoose={() => go(`/boards/${board.id}/edit?tab=shares`)}>
                    {t('share')}
                  </MenuChoice>
                  <MenuChoice onChoose={() => void copyBoard(board)}>{t('boards.copy')}</MenuChoice>
                  <MenuChoice onChoose={() => setRemoved(board)}>{t('delete')}</MenuChoice>
                </RowMenu>
              )
            }
          />
        )}
      />
      {isAdding && (
        <Dialog title={t('boards.add')} onClose={() => setAdding(false)}>
          <BoardForm teamId={team} onCancel={() => setAdding(false)} />
        </Dialog>
      )}
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/boards/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t('boards.removeText')}</p>
        </RemoveDialog>
      )}
    </div>
  )
}
