import { useState } from 'preact/hooks'
import { Dialog } from '../components/form/dialog.tsx'
import { RemoveDialog } from '../components/form/remove-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row, RowMenu } from '../components/list/row.tsx'
import { MenuChoice } from '../components/menu.tsx'
import { account } from '../state/account.ts'
import { useSignal } from '../state/signal.ts'
import { dayName } from '../text/dates.ts'
import { isolated, t } from '../text/messages.ts'
import { userRoleName } from '../text/roles.ts'
import { AdminHead } from './admin-head.tsx'
import { type User, UserForm } from './user-form.tsx'
import { UserTwoFactor } from './user-two-factor.tsx'

/** Every user of this instance. */
export function AdminUsers() {
  const who = useSignal(account)
  const [edited, setEdited] = useState<User | 'new' | null>(null)
  const [secured, setSecured] = useState<User | null>(null)
  const [removed, setRemoved] = useState<User | null>(null)
  const close = () => setEdited(null)
  return (
    <div class="page">
      <AdminHead />
      <Listing<User>
        path="/api/admin/users"
        search={t('users.search')}
        action={
          <button type="button" class="button button-main" onClick={() => setEdited('new')}>
            <Icon name="plus" />
            {t('users.add')}
          </button>
        }
        empty={t('search.empty')}
        row={(user) => (
          <Row
            key={user.id}
            name={user.username}
            note={
              <span class="soft">
                {t('users.since', { date: dayName(Date.parse(user.createdAt)) })} ·{' '}
                {t('teams.websites', { count: user._count.websites })}
              </span>
            }
            fact={<span class="badge">{userRoleName(user.role)}</span>}
            actions={
              <RowMenu name={user.username}>
                <MenuChoice onChoose={() => setEdited(user)}>{t('edit')}</MenuChoice>
                <MenuChoice onChoose={() => setSecured(user)}>{t('twoFactor')}</MenuChoice>
                {user.id !== who?.id && (
                  <MenuChoice onChoose={() => setRemoved(user)}>{t('delete')}</MenuChoice>
                )}
              </RowMenu>
            }
          />
        )}
      />
      {edited && (
        <Dialog title={t(edited === 'new' ? 'users.add' : 'users.edit')} onClose={close}>
          <UserForm {...(edited === 'new' ? {} : { user: edited })} onDone={close} />
        </Dialog>
      )}
      {secured && (
        <Dialog
          title={t('twoFactor.ofName', { name: isolated(secured.username) })}
          onClose={() => setSecured(null)}
        >
          <UserTwoFactor user={secured} />
        </Dialog>
      )}
      {removed && (
        <RemoveDialog
          name={removed.username}
          path={`/api/users/${removed.id}`}
          onClose={() => setRemoved(null)}
        >
          <p>{t('users.removeText')}</p>
        </RemoveDialog>
      )}
    </div>
  )
}
