import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { CopyButton } from '../components/form/copy-button.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { removeWithUndo } from '../components/form/remove-with-undo.ts'
import { Icon } from '../components/icon.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { Panel } from '../components/panel.tsx'
import { useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { slugAddress } from '../text/slugs.ts'
import { openText, type Share, type Shared, shareTypes } from './share.ts'
import { ShareForm } from './share-form.tsx'

/** The share pages of a website, link, pixel or board. */
export function ShareList({ shared }: { shared: Shared }) {
  const [edited, setEdited] = useState<Share | 'new' | null>(null)
  const shares = useAnswer<{ data: Share[] }>(`/api/${shared.kind}s/${shared.id}/shares`, {
    query: { pageSize: 200 },
  })
  const close = () => setEdited(null)
  return (
    <Panel
      title={t('shares')}
      actions={
        <button type="button" class="button" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          {t('shares.add')}
        </button>
      }
    >
      <AsyncView answer={shares} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyNote title={t('shares.empty')}>
              <p>{t('shares.emptyText')}</p>
            </EmptyNote>
          ) : (
            <ul class="rows">
              {data.map((share) => (
                <ShareRow
                  key={share.id}
                  share={share}
                  onEdit={() => setEdited(share)}
                  onRemove={() => removeShare(shared, share)}
                />
              ))}
            </ul>
          )
        }
      </AsyncView>
      {edited && (
        <Dialog title={t(edited === 'new' ? 'shares.add' : 'shares.edit')} onClose={close}>
          <ShareForm
            shared={shared}
            {...(edited === 'new' ? {} : { share: edited })}
            onDone={close}
            onCancel={close}
          />
        </Dialog>
      )}
    </Panel>
  )
}

/** The address stops working at once, and works again after Undo. */
const removeShare = ({ kind, id: entityId }: Shared, { id, name, slug, parameters }: Share) =>
  removeWithUndo({
    name,
    path: `/api/share/id/${id}`,
    restore: () =>
      ask('/api/share', {
        body: { name, slug, parameters, entityId, shareType: shareTypes[kind] },
      }),
  })

interface ShareRowProps {
  share: Share
  onEdit: () => void
  onRemove: () => void
}

function ShareRow({ share, onEdit, onRemove }: ShareRowProps) {
  const address = slugAddress('share', share.slug)
  return (
    <Row
      name={share.name}
      note={
        <>
          <a class="row-address" href={address} target="_blank" rel="noopener">
            <bdi>{address}</bdi>
          </a>
          <span class="soft">{openText(share)}</span>
        </>
      }
      actions={
        <>
          <CopyButton text={address} />
          <RowMenu name={share.name}>
            <MenuChoice onChoose={onEdit}>{t('edit')}</MenuChoice>
            <MenuChoice onChoose={onRemove}>{t('delete')}</MenuChoice>
          </RowMenu>
        </>
      }
    />
  )
}
