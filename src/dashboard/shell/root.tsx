// Chooses the page of the present address and the frame around it.

import { useEffect } from 'preact/hooks'
import { Brand } from '../components/brand.tsx'
import { pageTitle, useTitle } from '../components/page-title.ts'
import { Toasts } from '../components/toast.tsx'
import { pages } from '../pages.tsx'
import { hasToken } from '../state/api.ts'
import { go, toAddress, usePageLocation } from '../state/location.ts'
import { matchPath } from '../state/route.ts'
import { useSignal } from '../state/signal.ts'
import { findKind } from '../state/target.ts'
import { t, useLanguage } from '../text/messages.ts'
import { AccountFrame } from './account-frame.tsx'
import { Foot } from './foot.tsx'
import { Lazy } from './lazy.tsx'
import { ShareFrame } from './share-frame.tsx'
import { TargetFrame } from './target-frame.tsx'
import { findUmamiAddress } from './umami-addresses.ts'

export function Root() {
  // The key makes another language draw everything again.
  const { language } = useLanguage()
  const title = useSignal(pageTitle)
  return (
    <div class="root" key={language}>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <Content />
      <p class="hidden" aria-live="polite">
        {title}
      </p>
      <Toasts />
    </div>
  )
}

function Content() {
  const { path } = usePageLocation()
  for (const page of pages) {
    const params = matchPath(page.path, path)
    if (!params) continue
    const content = <Lazy load={page.load} params={params} title={t(page.title)} />
    return page.frame === 'bare' ? (
      <main id="content">{content}</main>
    ) : (
      <AccountFrame isForAdmins={page.isForAdmins ?? false}>{content}</AccountFrame>
    )
  }
  const known = findUmamiAddress(path)
  if (known) return <Redirect to={known} />
  const [, root, id, ...rest] = path.split('/')
  const below = rest.length > 0 ? `/${rest.join('/')}` : ''
  if (root === '') return <Redirect to="/websites" />
  if (id && root === 'share') return <ShareFrame key={id} slug={id} path={below} />
  const kind = findKind(root)
  if (id && kind) {
    return (
      <AccountFrame>
        <TargetFrame key={id} kind={kind} id={id} root={`/${root}/${id}`} path={below} />
      </AccountFrame>
    )
  }
  return <Missing />
}

function Missing() {
  useTitle(t('missing'))
  const note = (
    <div class="page">
      <div class="note">
        <h1 class="note-title">{t('missing')}</h1>
        <p>{t('missing.text')}</p>
        <a class="button" href={toAddress('/websites')}>
          {t('missing.home')}
        </a>
      </div>
    </div>
  )
  if (hasToken()) return <AccountFrame>{note}</AccountFrame>
  return (
    <>
      <header class="top">
        <div class="top-inside">
          <Brand />
        </div>
      </header>
      <main id="content">{note}</main>
      <Foot />
    </>
  )
}

/** Leads from an address of Umami to the page of this dashboard that has the same. */
function Redirect({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to])
  return null
}
