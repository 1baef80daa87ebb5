import { useEffect, useState } from 'preact/hooks'
import { openSections, type Section } from '../../shares/sections.ts'
import { EmptyNote } from '../components/empty-note.tsx'
import { Menu } from '../components/menu.tsx'
import { ProblemNote } from '../components/problem-note.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { type Answer, actAsShare, ask, type Problem } from '../state/api.ts'
import type { Source } from '../state/source.ts'
import { t } from '../text/messages.ts'
import { AppearanceChoices } from './appearance.tsx'
import { Brand } from './brand.tsx'
import { SourceContent } from './source-frame.tsx'

interface Share {
  shareType: number
  parameters: Record<string, unknown>
  websiteId?: string
  linkId?: string
  pixelId?: string
  token: string
}

interface Opened {
  source: Source
}

/** A share page: what its token opens, without an account. */
export function ShareFrame({ slug, path }: { slug: string; path: string }) {
  const [opened, setOpened] = useState<Opened | null>(null)
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
            <EmptyNote title={t('share.missing')}>
              <p>{t('share.missingText')}</p>
            </EmptyNote>
          </div>
        ) : problem ? (
          <div class="page">
            <ProblemNote problem={problem} onRetry={() => setTurn(turn + 1)} />
          </div>
        ) : opened ? (
          <SourceContent source={opened.source} path={path} />
        ) : (
          <Skeleton rows={8} class="page" />
        )}
      </main>
      <footer class="foot">{t('foot')}</footer>
    </>
  )
}

const missing: Problem = { kind: 'missing', message: '', fields: {} }

/** Takes the share page's token, then asks with it what the page is about. */
async function openShare(slug: string, isWanted: () => boolean): Promise<Answer<Opened>> {
  const share = await ask<Share>(`/api/share/${encodeURIComponent(slug)}`)
  if (!share.ok) return share
  // The reader may have left meanwhile, and is somebody else now.
  if (!isWanted()) return { ok: false, problem: missing }
  const { websiteId, linkId, pixelId, parameters, token } = share.value
  const id = linkId ?? pixelId ?? websiteId
  if (!id) return { ok: false, problem: missing }
  actAsShare(token)
  const kind = linkId ? 'link' : pixelId ? 'pixel' : 'website'
  const entity = await ask<{ name: string; domain?: string | null }>(`/api/${kind}s/${id}`)
  if (!entity.ok) return entity
  const sections: readonly Section[] | null = openSections(parameters)
  return {
    ok: true,
    value: {
      source: {
        id,
        kind,
        name: entity.value.name,
        domain: entity.value.domain ?? null,
        root: `/share/${encodeURIComponent(slug)}`,
        isShared: true,
        sections,
        mayFilter: parameters.allowFilter !== false,
      },
    },
  }
}
