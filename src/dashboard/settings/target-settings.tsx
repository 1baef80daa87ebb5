import type { ComponentChildren } from 'preact'
import { Tabs } from '../components/tabs.tsx'
import { ShareList } from '../shares/share-list.tsx'
import { goWith, usePageLocation } from '../state/location.ts'
import { type Target, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { ReplaySettings } from './replay-settings.tsx'
import { SegmentList } from './segments/segment-list.tsx'
import { SlugSettings } from './slug-settings.tsx'
import { WebsiteSettings } from './website-settings.tsx'

interface Tab {
  id: string
  label: string
  show: () => ComponentChildren
}

const listTabs = (target: Target): Tab[] => {
  const { kind, id } = target
  const shared = { kind, id, name: target.name }
  const first = {
    id: 'general',
    label: t('settings.general'),
    show: () =>
      kind === 'website' ? <WebsiteSettings id={id} /> : <SlugSettings kind={kind} id={id} />,
  }
  if (!target.mayChange) return [first]
  const always = [
    first,
    { id: 'shares', label: t('shares'), show: () => <ShareList shared={shared} /> },
  ]
  if (kind !== 'website') return always
  return [
    ...always,
    { id: 'segments', label: t('segments'), show: () => <SegmentList websiteId={id} /> },
    { id: 'replay', label: t('replay'), show: () => <ReplaySettings id={id} /> },
  ]
}

/** Settings of a website, link or pixel. */
export function TargetSettings() {
  const target = useTarget()
  const { query } = usePageLocation()
  const tabs = listTabs(target)
  const chosen = tabs.find(({ id }) => id === query.get('tab')) ?? tabs[0]
  if (!chosen) return null
  return (
    <div class="page page-settings">
      <Tabs
        label={t('settings')}
        tabs={tabs}
        chosen={chosen.id}
        onChoose={(tab) => goWith({ tab: tab === 'general' ? null : tab })}
      >
        {!target.mayChange && <p class="soft">{t('settings.readOnly')}</p>}
        {chosen.show()}
      </Tabs>
    </div>
  )
}
