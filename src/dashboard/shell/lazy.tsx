import { Component, type ComponentChildren, type ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useTitle } from '../components/page-title.ts'
import { Skeleton } from '../components/skeleton.tsx'
import type { PageLoader, PageProps } from '../page.ts'
import { t } from '../text/messages.ts'

interface LazyProps extends PageProps {
  load: PageLoader
  title: string
  /** What the page is about, for the window's title. */
  about?: string
}

const loaded = new Map<PageLoader, ComponentType<PageProps>>()

/** Begins to load a page that will be shown; a failure shows when it is opened. */
export function preload(load: PageLoader): void {
  load().then(
    (page) => loaded.set(load, page),
    () => {},
  )
}

/** A page whose script is loaded when it is opened. */
export function Lazy({ load, params, title, about }: LazyProps) {
  const [hasFailed, setFailed] = useState(false)
  const [, draw] = useState(0)
  useTitle(title, about)
  useEffect(() => {
    if (loaded.has(load)) return
    let isWanted = true
    setFailed(false)
    load().then(
      (page) => {
        loaded.set(load, page)
        if (isWanted) draw((count) => count + 1)
      },
      (error: unknown) => {
        console.error(error)
        if (isWanted) setFailed(true)
      },
    )
    return () => {
      isWanted = false
    }
  }, [load])
  const Page = loaded.get(load)
  if (hasFailed) return <Broken />
  if (!Page) return <Skeleton rows={8} class="page" />
  return (
    <ErrorBoundary key={title}>
      <Page params={params} />
    </ErrorBoundary>
  )
}

/** Keeps a page that breaks from taking the rest with it. */
class ErrorBoundary extends Component<{ children: ComponentChildren }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static override getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

/** After an update the server no longer has the files of the page that is open; loading the page again helps. */
function Broken() {
  return (
    <div class="page">
      <div class="note note-problem" role="alert">
        <p>{t('problem.page')}</p>
        <button type="button" class="button" onClick={() => location.reload()}>
          {t('problem.retry')}
        </button>
      </div>
    </div>
  )
}
