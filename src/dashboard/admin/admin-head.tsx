import { SectionLinks } from '../components/section-links.tsx'
import { t } from '../text/messages.ts'

/** Heading of the pages for admins, and the way from one to another. */
export function AdminHead() {
  return (
    <>
      <h1 class="page-title">{t('admin')}</h1>
      <SectionLinks
        label={t('admin')}
        links={[
          { path: '/admin', label: t('users') },
          { path: '/admin/websites', label: t('websites') },
          { path: '/admin/teams', label: t('teams') },
          { path: '/admin/log-in', label: t('admin.logIn') },
          { path: '/admin/backups', label: t('backups') },
        ]}
      />
    </>
  )
}
