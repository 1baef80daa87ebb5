import { useEffect, useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { SearchField } from '../components/form/search-field.tsx'
import { WebsiteForm } from '../components/form/website-form.tsx'
import { Icon } from '../components/icon.tsx'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { account } from '../state/account.ts'
import { useAnswer } from '../state/answer.ts'
import { go, goWith, toAddress, usePageLocation } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import { useSignal } from '../state/signal.ts'
import { useTeam, withTeam } from '../state/team-choice.ts'
import { isolated, t } from '../text/messages.ts'
import { WebsiteCard, type WebsiteRow } from './website-card.tsx'

const pageSize = 12

interface WebsitePage {
  data: WebsiteRow[]
  count: number
}

/** The websites of the reader or of a team. */
export function Websites() {
  const { query } = usePageLocation()
  const team = useTeam()
  const search = query.get('search') ?? ''
  const page = pageNumber(query)
  const [isAdding, setAdding] = useState(false)
  const websites = useAnswer<WebsitePage>(
    team ? `/api/teams/${encodeURIComponent(team)}/websites` : '/api/websites',
    { query: { page, pageSize, search } },
  )
  const isEmpty = websites.value?.count === 0 && search === '' && page === 1
  const teams = useSignal(account)?.teams ?? []
  const mayAdd = usePermission(team)
  // Members of teams may find websites there.
  const isNew = isEmpty && !team && teams.length === 0 && mayAdd && !websites.isLoading
  useEffect(() => {
    // Those who have nothing yet are led to their first website.
    if (isNew) go('/first-steps', { replace: true })
  }, [isNew])
  return (
    <div class="page">
      <div class="page-head">
        <h1>{t('websites')}</h1>
        <div class="page-actions">
          <SearchField
            key={team}
            first={search}
            label={t('websites.search')}
            onSearch={(text) => goWith({ search: text, page: null }, { replace: true })}
          />
          {mayAdd && (
            <button type="button" class="button button-main" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t('websites.add')}
            </button>
          )}
        </div>
      </div>
      <AsyncView answer={websites} rows={5}>
        {({ data }) =>
          data.length > 0 ? (
            <ul class="cards">
              {data.map((website) => (
                <WebsiteCard key={website.id} website={website} />
              ))}
            </ul>
          ) : search ? (
            <EmptyNote title={t('search.empty')} />
          ) : (
            <EmptyNote title={t(team ? 'websites.emptyTeam' : 'websites.empty')}>
              {mayAdd === false && <p>{t('empty.readOnly')}</p>}
              {mayAdd && (
                <>
                  <p>{t('websites.emptyText')}</p>
                  <a class="button button-main" href={toAddress(withTeam('/first-steps', team))}>
                    {t('firstSteps')}
                  </a>
                </>
              )}
              {!team &&
                teams.map(({ id, name }) => (
                  <p key={id}>
                    <a href={toAddress(withTeam('/websites', id))}>
                      {t('team')}: {isolated(name)}
                    </a>
                  </p>
                ))}
            </EmptyNote>
          )
        }
      </AsyncView>
      <Pager
        page={page}
        pageSize={pageSize}
        count={websites.value?.count ?? 0}
        onPage={turnToPage}
      />
      {isAdding && (
        <Dialog title={t('websites.add')} onClose={() => setAdding(false)}>
          <WebsiteForm
            teamId={team}
            onAdded={({ id }) => go(`/first-steps?website=${id}`)}
            onCancel={() => setAdding(false)}
          />
        </Dialog>
      )}
    </div>
  )
}
