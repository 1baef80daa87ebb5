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
import { type Pixel, PixelForm } from './pixel-form.tsx'

/** The tracking pixels of the reader or of a team. */
export function Pixels() {
  const team = useTeam()
  const mayChange = usePermission(team)
  const [edited, setEdited] = useState<Pixel | 'new' | null>(null)
  const [removed, setRemoved] = useState<Pixel | null>(null)
  const close = () => setEdited(null)
  return (
    <div class="page">
      <Listing<Pixel>
        title={t('pixels')}
        path={team ? `/api/teams/${encodeURIComponent(team)}/pixels` : '/api/pixels'}
        search={t('pixels.search')}
        action={
          mayChange && (
            <button type="button" class="button button-main" onClick={() => setEdited('new')}>
              <Icon name="plus" />
              {t('pixels.add')}
            </button>
          )
        }
        empty={t('pixels.empty')}
        emptyText={t(mayChange === false ? 'empty.readOnly' : 'pixels.emptyText')}
        row={(pixel) => (
          <Row
            key={pixel.id}
            name={pixel.name}
            path={`/pixels/${pixel.id}`}
            note={<bdi class="row-address">{slugAddress('pixel', pixel.slug)}</bdi>}
            fact={<RecentCount id={pixel.id} label="pixels.views" />}
            actions={
              <>
                <CopyButton text={slugAddress('pixel', pixel.slug)} />
                {mayChange && (
                  <RowMenu name={pixel.name}>
                    <MenuChoice onChoose={() => setEdited(pixel)}>{t('edit')}</MenuChoice>
                    <MenuChoice onChoose={() => go(`/pixels/${pixel.id}/settings?tab=shares`)}>
                      {t('share')}
                    </MenuChoice>
                    <MenuChoice onChoose={() => setRemoved(pixel)}>{t('delete')}</MenuChoice>
                  </RowMenu>
                )}
              </>
            }
          />
        )}
      />
      {edited && (
        <Dialog title={t(edited === 'new' ? 'pixels.add' : 'pixels.edit')} onClose={close}>
          <PixelForm
            {...(edited === 'new' ? { teamId: team } : { pixel: edited })}
            onDone={close}
            onCancel={close}
          />
        </Dialog>
      )}
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/pixels/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t('pixels.removeText')}</p>
        </RemoveDialog>
      )}
    </div>
  )
}
