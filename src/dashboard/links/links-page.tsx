import { useState } from 'preact/hooks'
import { CopyButton } from '../components/form/copy-button.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { RecentCount } from '../components/metric/recent-count.tsx'
import { go } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import { useTeam } from '../state/team-choice.ts'
import { t } from '../text/messages.ts'
import { slugAddress } from '../text/slugs.ts'
import { visible } from '../text/user-text.ts'
import { type Link, LinkForm } from './link-form.tsx'

/** The short links of the reader or of a team. */
export function Links() {
  const team = useTeam()
  const mayChange = usePermission(team)
  const [edited, setEdited] = useState<Link | 'new' | null>(null)
  const [removed, setRemoved] = useState<Link | null>(null)
  const close = () => setEdited(null)
  return (
    <div class="page">
      <Listing<Link>
        title={t('links')}
        path={team ? `/api/teams/${encodeURIComponent(team)}/links` : '/api/links'}
        search={t('links.search')}
        action={
          mayChange && (
            <button type="button" class="button button-main" onClick={() => setEdited('new')}>
              <Icon name="plus" />
              {t('links.add')}
            </button>
          )
        }
        empty={t('links.empty')}
        emptyText={t(mayChange === false ? 'empty.readOnly' : 'links.emptyText')}
        row={(link) => (
          <Row
            key={link.id}
            name={link.name}
            path={`/links/${link.id}`}
            note={
              <>
                <bdi class="row-address">{slugAddress('link', link.slug)}</bdi>
                <bdi class="row-address soft">→ {visible(link.url)}</bdi>
              </>
            }
            fact={<RecentCount id={link.id} label="links.clicks" />}
            actions={
              <>
                <CopyButton text={slugAddress('link', link.slug)} />
                {mayChange && (
                  <RowMenu name={link.name}>
                    <MenuChoice onChoose={() => setEdited(link)}>{t('edit')}</MenuChoice>
                    <MenuChoice onChoose={() => go(`/links/${link.id}/settings?tab=shares`)}>
                      {t('share')}
                    </MenuChoice>
                    <MenuChoice onChoose={() => setRemoved(link)}>{t('delete')}</MenuChoice>
                  </RowMenu>
                )}
              </>
            }
          />
        )}
      />
      {edited && (
        <Dialog title={t(edited === 'new' ? 'links.add' : 'links.edit')} onClose={close}>
          <LinkForm
            {...(edited === 'new' ? { teamId: team } : { link: edited })}
            onDone={close}
            onCancel={close}
          />
        </Dialog>
      )}
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/links/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t('links.removeText')}</p>
        </RemoveDialog>
      )}
    </div>
  )
}
