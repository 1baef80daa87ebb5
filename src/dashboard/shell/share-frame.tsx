import { useEffect, useState } from 'preact/hooks'
import { openSections, type Section } from '../../access/sections.ts'
import { Brand } from '../components/brand.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { ProblemNote } from '../components/problem-note.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import type { PageLoader } from '../page.ts'
import { type Answer, actAsShare, ask, type Problem } from '../state/api.ts'
import { toAddress } from '../state/location.ts'
import { findKind, type Target } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { AppearanceChoices } from './appearance.tsx'
import { Foot } from './foot.tsx'
import { Lazy } from './lazy.tsx'
import { TargetContent, TargetFrame } from './target-frame.tsx'

interface Share {
  shareType: number
  parameters: Record<string, unknown>
  websiteId?: string
  linkId?: string
  pixelId?: string
  boardId?: string
  token: string
}

interface SharedBoard {
  id: string
  root: string
  sections: readonly Section[] | null
  mayFilter: boolean
}

/** A share page is about one target, or about a board and the targets on it. */
type SharedContent = { target: Target } | { board: SharedBoard }

/** A share page: what its token opens, without an account. */
export function ShareFrame({ slug, path }: { slug: string; path: string }) {
  const [opened, setOpened] = useState<SharedContent | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isWanted = true
    setProblem(null)
    openShare(slug, () => isWanted).then((answer) => {
      if (!isWanted) return
      if (answer.ok) setOpened(answer.value)
      else setProblem(answer.problem)
    })
    return () => {
      isWanted = false
      actAsShare(null)
    }
  }, [slug, turn])
  return (
    <>
      <header class="top">
        <div class="top-inside">
          <Brand />
          <div class="top-end">
            <Menu face={<span class="face">{t('appearance')}</span>} end>
              <AppearanceChoices />
            </Menu>
          </div>
        </div>
      </header>
      <main id="content">
        {problem?.kind === 'missing' ? (
          <div class="page">
            <EmptyNote title={t('share.missing')} isPage>
              <p>{t('share.missingText')}</p>
            </EmptyNote>
          </div>
        ) : problem ? (
          <div class="page">
            <ProblemNote problem={problem} onRetry={() => setTurn(turn + 1)} isPage />
          </div>
        ) : opened && 'board' in opened ? (
          <BoardContent board={opened.board} path={path} />
        ) : opened ? (
          <TargetContent target={opened.target} path={path} />
        ) : (
          <Skeleton rows={8} class="page" />
        )}
      </main>
      <Foot />
    </>
  )
}

const loadBoard: PageLoader = async () => (await import('../boards/shared-board.tsx')).SharedBoard

/** A shared board, or below it the pages of one of its targets. */
function BoardContent({ board, path }: { board: SharedBoard; path: string }) {
  const [, list, id, ...rest] = path.split('/')
  const kind = findKind(list)
  if (id && kind) {
    return (
      <>
        <p class="page share-back">
          <a class="with-icon" href={toAddress(board.root)}>
            <Icon name="previous" />
            {t('boards.back')}
          </a>
        </p>
        <TargetFrame
          key={id}
          kind={kind}
          id={decodeURIComponent(id)}
          root={`${board.root}/${list}/${id}`}
          path={rest.length > 0 ? `/${rest.join('/')}` : ''}
          opened={board}
        />
      </>
    )
  }
  if (path !== '') {
    return (
      <div class="page">
        <EmptyNote title={t('missing')} />
      </div>
    )
  }
  return (
    <Lazy load={loadBoard} params={{ id: board.id, root: board.root }} title={t('boards.board')} />
  )
}

const missing: Problem = { kind: 'missing', message: '', fields: {} }

/** Takes the share page's token, then asks with it what the page is about. */
async function openShare(slug: string, isWanted: () => boolean): Promise<Answer<SharedContent>> {
  const share = await ask<Share>(`/api/share/${encodeURIComponent(slug)}`)
  if (!share.ok) return share
  // The reader may have left since: the token must not be used any more.
  if (!isWanted()) return { ok: false, problem: missing }
  const { websiteId, linkId, pixelId, boardId, parameters, token } = share.value
  const root = `/share/${encodeURIComponent(slug)}`
  const sections: readonly Section[] | null = openSections(parameters)
  const mayFilter = parameters.allowFilter !== false
  if (boardId) {
    actAsShare({ slug, token })
    return { ok: true, value: { board: { id: boardId, root, sections, mayFilter } } }
  }
  const id = linkId ?? pixelId ?? websiteId
  if (!id) return { ok: false, problem: missing }
  actAsShare({ slug, token })
  const kind = linkId ? 'link' : pixelId ? 'pixel' : 'website'
  const entity = await ask<{ name: string; domain?: string | null }>(`/api/${kind}s/${id}`)
  if (!entity.ok) return entity
  return {
    ok: true,
    value: {
      target: {
        id,
        kind,
        name: entity.value.name,
        domain: entity.value.domain ?? null,
        root,
        isShared: true,
        mayChange: false,
        sections,
        mayFilter,
      },
    },
  }
}
