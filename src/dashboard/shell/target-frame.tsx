import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { UserText } from '../components/user-text.tsx'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { useMayChange } from '../state/permission.ts'
import { type Target, TargetProvider } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { Lazy } from './lazy.tsx'
import { findTargetPage, listOpenPages } from './open-pages.ts'
import { TargetMenu } from './target-menu.tsx'
import { VisitorsNow } from './visitors-now.tsx'
import { WebsiteSwitch } from './website-switch.tsx'

interface TargetFrameProps {
  kind: Target['kind']
  id: string
  /** Address of the target. */
  root: string
  /** What follows it in the present address. */
  path: string
  /** What a share page opens of it; without one everything is open. */
  opened?: Pick<Target, 'sections' | 'mayFilter'>
}

interface Entity {
  id: string
  name: string
  teamId?: string | null
  /** Of a website. */
  domain?: string | null
  /** Of a link. */
  url?: string
}

/** Pages about a website, link or pixel, below its name and menu. */
export function TargetFrame({ kind, id, root, path, opened }: TargetFrameProps) {
  const entity = useAnswer<Entity>(`/api/${kind}s/${encodeURIComponent(id)}`)
  const mayChange = useMayChange(entity.value?.teamId ?? null)
  if (!entity.value) {
    // Readers of a share page have no account that could be given access.
    const isClosed = opened !== undefined && entity.problem?.kind === 'denied'
    return (
      <div class="page">
        {isClosed ? (
          <EmptyNote title={t('share.closed')} isPage>
            <p>{t('share.closedText')}</p>
          </EmptyNote>
        ) : (
          <AsyncView answer={entity} rows={8} isPage>
            {() => null}
          </AsyncView>
        )}
      </div>
    )
  }
  const { name, domain, url } = entity.value
  const target: Target = {
    id: entity.value.id,
    kind,
    name,
    domain: domain ?? url ?? null,
    root,
    isShared: opened !== undefined,
    mayChange: mayChange && opened === undefined,
    ...(opened ?? { sections: null, mayFilter: true }),
  }
  return <TargetContent target={target} path={path} />
}

/** The target's heading, its menu, and the page that the rest of the address names. */
export function TargetContent({ target, path }: { target: Target; path: string }) {
  const found = findTargetPage(target, path)
  const [first] = listOpenPages(target).filter(({ menu }) => menu)
  return (
    <TargetProvider value={target}>
      <div class="target-head">
        <div class="target-title">
          <h1>
            <UserText text={target.name} />
          </h1>
          {target.kind === 'website' && !target.isShared && <WebsiteSwitch present={target.id} />}
          <UserText class="soft" text={target.domain} />
        </div>
        <VisitorsNow target={target} />
      </div>
      <TargetMenu target={target} path={path} />
      {found ? (
        <Lazy
          load={found.page.load}
          params={found.params}
          title={t(found.page.title)}
          about={target.name}
        />
      ) : (
        <div class="page">
          <EmptyNote title={t(target.isShared ? 'share.closed' : 'missing')}>
            <p>{t(target.isShared ? 'share.closedText' : 'missing.text')}</p>
            {(first || !target.isShared) && (
              <a class="button" href={toAddress(target.root)}>
                {t(first?.title ?? 'overview')}
              </a>
            )}
          </EmptyNote>
        </div>
      )}
    </TargetProvider>
  )
}
