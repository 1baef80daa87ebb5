import type { ComponentChildren } from 'preact'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Tabs } from '../components/tabs.tsx'
import { UserText } from '../components/user-text.tsx'
import type { PageProps } from '../page.ts'
import { ShareList } from '../shares/share-list.tsx'
import { useAnswer } from '../state/answer.ts'
import { goWith, toAddress, usePageLocation } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import type { Board } from './board.ts'
import { BoardEditor } from './board-editor.tsx'

const tabs = ['panels', 'shares'] as const

/** Changes a board and its share pages. */
export function BoardEdit({ params }: PageProps) {
  const { query } = usePageLocation()
  const chosen = tabs.find((tab) => tab === query.get('tab')) ?? 'panels'
  const board = useAnswer<Board>(`/api/boards/${encodeURIComponent(params.id ?? '')}`)
  return (
    <div class="page">
      <AsyncView answer={board} rows={8} isPage>
        {(value) => (
          <ForEditors key={value.id} board={value}>
            <div class="page-head">
              <h1>
                <UserText text={value.name} />
              </h1>
              <a class="button" href={toAddress(`/boards/${value.id}`)}>
                {t('boards.view')}
              </a>
            </div>
            <Tabs
              label={visible(value.name)}
              tabs={[
                { id: 'panels', label: t('boards.content') },
                { id: 'shares', label: t('shares') },
              ]}
              chosen={chosen}
              onChoose={(tab) => goWith({ tab: tab === 'panels' ? null : tab })}
            >
              {chosen === 'panels' ? (
                <BoardEditor key={value.id} board={value} />
              ) : (
                <ShareList shared={{ kind: 'board', id: value.id, name: value.name }} />
              )}
            </Tabs>
          </ForEditors>
        )}
      </AsyncView>
    </div>
  )
}

/** Says so to those who may only look at a board. */
function ForEditors({ board, children }: { board: Board; children: ComponentChildren }) {
  const mayChange = usePermission(board.teamId)
  if (mayChange === null) return <Skeleton rows={8} />
  if (mayChange) return <>{children}</>
  return (
    <>
      <h1>
        <UserText text={board.name} />
      </h1>
      <EmptyNote title={t('settings.readOnly')}>
        <a class="button" href={toAddress(`/boards/${board.id}`)}>
          {t('boards.view')}
        </a>
      </EmptyNote>
    </>
  )
}
