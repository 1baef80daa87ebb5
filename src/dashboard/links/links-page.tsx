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
import { type SlugKind, type SlugTarget, slugKinds } from './kinds.ts'
import { SlugForm } from './slug-form.tsx'

/** The short links of the reader or of a team. */
export const Links = () => <SlugTargets kind="link" />

/** The tracking pixels of the reader or of a team. */
export const Pixels = () => <SlugTargets kind="pixel" />

function SlugTargets({ kind }: { kind: SlugKind }) {
  const { list } = slugKinds[kind]
  const team = useTeam()
  const mayChange = usePermission(team)
  const [edited, setEdited] = useState<SlugTarget | 'new' | null>(null)
  const [removed, setRemoved] = useState<SlugTarget | null>(null)
  const close = () => setEdited(null)
  return (
    <div class="page">
      <Listing<SlugTarget>
        title={t(list)}
        path={team ? `/api/teams/${encodeURIComponent(team)}/${list}` : `/api/${list}`}
        search={t(`${list}.search`)}
        action={
          mayChange && (
            <button type="button" class="button button-main" onClick={() => setEdited('new')}>
              <Icon name="plus" />
              {t(`${list}.add`)}
            </button>
          )
        }
        empty={t(`${list}.empty`)}
        emptyText={t(mayChange === false ? 'empty.readOnly' : `${list}.emptyText`)}
        row={(target) => (
          <SlugRow
            key={target.id}
            kind={kind}
            target={target}
            mayChange={mayChange === true}
            onEdit={() => setEdited(target)}
            onRemove={() => setRemoved(target)}
          />
        )}
      />
      {edited && (
        <Dialog title={t(edited === 'new' ? `${list}.add` : `${list}.edit`)} onClose={close}>
          <SlugForm
            kind={kind}
            {...(edited === 'new' ? { teamId: team } : { target: edited })}
            onDone={close}
            onCancel={close}
          />
        </Dialog>
      )}
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/${list}/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t(`${list}.removeText`)}</p>
        </RemoveDialog>
      )}
    </div>
  )
}

interface SlugRowProps {
  kind: SlugKind
  target: SlugTarget
  mayChange: boolean
  onEdit: () => void
  onRemove: () => void
}

function SlugRow({ kind, target, mayChange, onEdit, onRemove }: SlugRowProps) {
  const { list, count, toCode } = slugKinds[kind]
  const address = slugAddress(kind, target.slug)
  return (
    <Row
      name={target.name}
      path={`/${list}/${target.id}`}
      note={
        <>
          <bdi class="row-address">{address}</bdi>
          {target.url !== undefined && <bdi class="row-address soft">→ {visible(target.url)}</bdi>}
        </>
      }
      fact={<RecentCount id={target.id} label={count} />}
      actions={
        <>
          <CopyButton text={toCode(target.slug)} />
          {mayChange && (
            <RowMenu name={target.name}>
              <MenuChoice onChoose={onEdit}>{t('edit')}</MenuChoice>
              <MenuChoice onChoose={() => go(`/${list}/${target.id}/settings?tab=shares`)}>
                {t('share')}
              </MenuChoice>
              <MenuChoice onChoose={onRemove}>{t('delete')}</MenuChoice>
            </RowMenu>
          )}
        </>
      }
    />
  )
}
