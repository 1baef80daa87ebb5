import { useEffect, useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { ChoiceField } from '../components/form/field.tsx'
import { SearchField } from '../components/form/search-field.tsx'
import { WebsiteForm } from '../components/form/website-form.tsx'
import { Icon } from '../components/icon.tsx'
import { pageNumber, turnToPage } from '../components/list/page-number.ts'
import { Pager } from '../components/list/pager.tsx'
import { TotalNumbers } from '../components/metric/total-numbers.tsx'
import { ProblemNote } from '../components/problem-note.tsx'
import { account } from '../state/account.ts'
import { useAnswer } from '../state/answer.ts'
import { go, goWith, toAddress, usePageLocation } from '../state/location.ts'
import { usePermission } from '../state/permission.ts'
import { useSignal } from '../state/signal.ts'
import { useTeam, withTeam } from '../state/team-choice.ts'
import { isolated, t } from '../text/messages.ts'
import { shortNumber, wholeNumber } from '../text/numbers.ts'
import {
  type ListOrder,
  type ListRange,
  listOrders,
  listRanges,
  maxCharts,
  sortWebsites,
  useVisitors,
  type Visitors,
} from './charts.ts'
import { WebsiteCard, type WebsiteRow } from './website-card.tsx'

const pageSize = maxCharts

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
  const range = listRanges.find((known) => known === query.get('range')) ?? listRanges[0]
  const order = listOrders.find((known) => known === query.get('sort')) ?? listOrders[0]
  const counted = useVisitors(websites.value?.data.map(({ id }) => id) ?? [], range)
  const visitors = counted.value
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
        {({ data, count }) =>
          data.length > 0 ? (
            <>
              <ListHead range={range} order={order} visitors={visitors} />
              {count > pageSize && <p class="hint websites-part">{t('websites.part')}</p>}
              {counted.problem && (
                <ProblemNote problem={counted.problem} onRetry={counted.reload} />
              )}
              <ul class="cards">
                {sortWebsites(data, order, visitors).map((website) => (
                  <WebsiteCard
                    key={website.id}
                    website={website}
                    visitors={visitors?.get(website.id)}
                    isCounting={!visitors && !counted.problem}
                  />
                ))}
              </ul>
            </>
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

interface ListHeadProps {
  range: ListRange
  order: ListOrder
  visitors: Map<string, Visitors> | undefined
}

const orderName = (order: ListOrder): string => t(order === 'change' ? 'websites.change' : order)

/** The visitors of all websites that are shown, their range, and how they are sorted. */
function ListHead({ range, order, visitors }: ListHeadProps) {
  const all = [...(visitors?.values() ?? [])]
  const total = all.reduce((sum, one) => sum + one.total, 0)
  const isCompared = all.every((one) => one.before !== null)
  const before = all.reduce((sum, one) => sum + (one.before ?? 0), 0)
  return (
    <div class="websites-head">
      <TotalNumbers
        numbers={[
          {
            label: t('websites.together'),
            text: visitors ? shortNumber(total) : '–',
            full: wholeNumber(total),
            explanation: t('websites.togetherText'),
            ...(visitors && isCompared
              ? { change: { value: total, old: before, was: wholeNumber(before) } }
              : {}),
          },
        ]}
      />
      <ChoiceField
        label={t('range')}
        value={range}
        choices={listRanges.map((id) => ({ id, label: t(`range.${id}`) }))}
        onChange={(next) => goWith({ range: next === listRanges[0] ? null : next })}
      />
      <ChoiceField
        label={t('websites.sort')}
        value={order}
        choices={listOrders.map((id) => ({ id, label: orderName(id) }))}
        onChange={(next) => goWith({ sort: next === listOrders[0] ? null : next })}
      />
    </div>
  )
}
