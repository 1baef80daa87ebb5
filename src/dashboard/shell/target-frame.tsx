import { Shown } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { Recorded } from '../components/user-text.tsx'
import { useAnswer } from '../state/answer.ts'
import { useMayChange } from '../state/permission.ts'
import { type Source, SourceProvider } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { Lazy } from './lazy.tsx'
import { findSourcePage, SourceMenu } from './target-menu.tsx'
import { VisitorsNow } from './visitors-now.tsx'
import { WebsiteSwitch } from './website-switch.tsx'

interface SourceFrameProps {
  kind: Source['kind']
  id: string
  /** Address of the source. */
  root: string
  /** What follows it in the present address. */
  path: string
  /** What a share page opens of it; without one everything is open. */
  opened?: Pick<Source, 'sections' | 'mayFilter'>
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

const lists = { website: 'websites', link: 'links', pixel: 'pixels' } as const

/** Pages about a website, link or pixel, below its name and menu. */
export function SourceFrame({ kind, id, root, path, opened }: SourceFrameProps) {
  const entity = useAnswer<Entity>(`/api/${lists[kind]}/${encodeURIComponent(id)}`)
  const mayChange = useMayChange(entity.value?.teamId ?? null)
  if (!entity.value) {
    return (
      <div class="page">
        <Shown of={entity} rows={8} isPage>
          {() => null}
        </Shown>
      </div>
    )
  }
  const { name, domain, url } = entity.value
  const source: Source = {
    id: entity.value.id,
    kind,
    name,
    domain: domain ?? url ?? null,
    root,
    isShared: opened !== undefined,
    mayChange: mayChange && opened === undefined,
    ...(opened ?? { sections: null, mayFilter: true }),
  }
  return <SourceContent source={source} path={path} />
}

/** The source's heading, its menu, and the page that the rest of the address names. */
export function SourceContent({ source, path }: { source: Source; path: string }) {
  const found = findSourcePage(source, path)
  return (
    <SourceProvider value={source}>
      <div class="source-head">
        <div class="source-title">
          <h1>
            <Recorded text={source.name} />
          </h1>
          {source.kind === 'website' && !source.isShared && <WebsiteSwitch present={source.id} />}
          <Recorded class="soft" text={source.domain} />
        </div>
        <VisitorsNow source={source} />
      </div>
      <SourceMenu source={source} path={path} />
      {found ? (
        <Lazy
          load={found.page.load}
          params={found.params}
          title={t(found.page.title)}
          about={source.name}
        />
      ) : (
        <div class="page">
          <EmptyNote title={t('missing')} />
        </div>
      )}
    </SourceProvider>
  )
}
