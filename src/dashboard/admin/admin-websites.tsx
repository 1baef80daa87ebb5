import { useState } from 'preact/hooks'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { UserText } from '../components/user-text.tsx'
import { go } from '../state/location.ts'
import { isolated, t } from '../text/messages.ts'
import { visible } from '../text/user-text.ts'
import { AdminHead } from './admin-head.tsx'

interface Website {
  id: string
  name: string
  domain: string | null
  user: { username: string } | null
  team: { name: string } | null
}

/** Every website of this instance. */
export function AdminWebsites() {
  const [removed, setRemoved] = useState<Website | null>(null)
  return (
    <div class="page">
      <AdminHead />
      <Listing<Website>
        path="/api/admin/websites"
        search={t('websites.search')}
        empty={t('websites.empty')}
        row={(website) => (
          <Row
            key={website.id}
            name={website.name}
            path={`/websites/${website.id}`}
            note={<UserText class="soft" text={website.domain} />}
            fact={
              <span class="soft">
                {website.team
                  ? t('websites.ofTeam', { name: isolated(website.team.name) })
                  : visible(website.user?.username ?? '')}
              </span>
            }
            actions={
              <RowMenu name={website.name}>
                <MenuChoice onChoose={() => go(`/websites/${website.id}/settings`)}>
                  {t('settings')}
                </MenuChoice>
                <MenuChoice onChoose={() => setRemoved(website)}>{t('delete')}</MenuChoice>
              </RowMenu>
            }
          />
        )}
      />
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/websites/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t('website.removeText')}</p>
        </RemoveDialog>
      )}
    </div>
  )
}
