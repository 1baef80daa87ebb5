import { AsyncView } from '../components/async-view.tsx'
import { Tabs } from '../components/tabs.tsx'
import { UserText } from '../components/user-text.tsx'
import type { PageProps } from '../page.ts'
import { account } from '../state/account.ts'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { useSignal } from '../state/signal.ts'
import { managesTeam, roleIn, type Team } from '../state/team.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { MemberList } from './member-list.tsx'
import { TeamSettings } from './team-settings.tsx'
import { TeamWebsites } from './team-websites.tsx'

const tabs = ['members', 'websites', 'settings'] as const

/** A team: its members, its websites, its name and access code. */
export function TeamPage({ params }: PageProps) {
  const { query } = usePageLocation()
  const who = useSignal(account)
  const chosen = tabs.find((tab) => tab === query.get('tab')) ?? 'members'
  const team = useAnswer<Team>(`/api/teams/${encodeURIComponent(params.id ?? '')}`)
  if (!who) return null
  return (
    <div class="page page-settings">
      <AsyncView answer={team} rows={8} isPage>
        {(value) => {
          const role = roleIn(value, who.id)
          const isManager = who.isAdmin || (managesTeam(role) && who.role !== 'view-only')
          return (
            <>
              <div class="page-head">
                <h1>
                  <UserText text={value.name} />
                </h1>
              </div>
              <Tabs
                label={visible(value.name)}
                tabs={[
                  { id: 'members', label: t('members') },
                  { id: 'websites', label: t('websites') },
                  { id: 'settings', label: t('settings') },
                ]}
                chosen={chosen}
                onChoose={(tab) =>
                  goWith({ tab: tab === 'members' ? null : tab, search: null, page: null })
                }
              >
                {chosen === 'members' && (
                  <MemberList team={value} who={who} isManager={isManager} />
                )}
                {chosen === 'websites' && <TeamWebsites team={value} />}
                {chosen === 'settings' && (
                  <TeamSettings
                    team={value}
                    who={who}
                    role={role}
                    isManager={isManager}
                    mayDelete={who.isAdmin || (role === 'team-owner' && who.role !== 'view-only')}
                  />
                )}
              </Tabs>
            </>
          )
        }}
      </AsyncView>
    </div>
  )
}
