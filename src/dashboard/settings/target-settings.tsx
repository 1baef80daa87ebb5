import type { ComponentChildren } from 'preact'
import { Tabs } from '../components/tabs.tsx'
import { ShareList } from '../shares/share-list.tsx'
import { goWith, usePageLocation } from '../state/location.ts'
import { type Target, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { LinkSettings } from './link-settings.tsx'
import { PixelSettings } from './pixel-settings.tsx'
import { ReplaySettings } from './replay-settings.tsx'
import { SegmentList } from './segments/segment-list.tsx'
import { WebsiteSettings } from './website-settings.tsx'

interface Tab {
  id: string
  label: string
  show: () => ComponentChildren
}

const listTabs = (target: Target): Tab[] => {
  const general = { website: WebsiteSettings, link: LinkSettings, pixel: PixelSettings }
  const General = general[target.kind]
  const shared = { kind: target.kind, id: target.id, name: target.name }
  const first = {
    id: 'general',
    label: t('settings.general'),
    show: () => <General id={target.id} />,
  }
  if (!target.mayChange) return [first]
  const always = [
    first,
    { id: 'shares', label: t('shares'), show: () => <ShareList shared={shared} /> },
  ]
  if (target.kind !== 'website') return always
  return [
    ...always,
    { id: 'segments', label: t('segments'), show: () => <SegmentList websiteId={target.id} /> },
    { id: 'replay', label: t('replay'), show: () => <ReplaySettings id={target.id} /> },
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
