import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { CopyButton } from '../components/form/copy-button.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { Panel } from '../components/panel.tsx'
import { useAnswer } from '../state/answer.ts'
import { t } from '../text/messages.ts'
import { slugAddress } from '../text/slugs.ts'
import { openText, type Share, type Shared } from './share.ts'
import { ShareForm } from './share-form.tsx'

/** The share pages of a website, link, pixel or board. */
export function ShareList({ shared }: { shared: Shared }) {
  const [edited, setEdited] = useState<Share | 'new' | null>(null)
  const [removed, setRemoved] = useState<Share | null>(null)
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
                  onRemove={() => setRemoved(share)}
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
      {removed && (
        <RemoveDialog
          name={removed.name}
          path={`/api/share/id/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t('shares.removeText')}</p>
        </RemoveDialog>
      )}
    </Panel>
  )
}

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
