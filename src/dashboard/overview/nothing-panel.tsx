import { EmptyNote } from '../components/empty-note.tsx'
import { CopyLine } from '../components/form/copy-line.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { filterQuery, noFilters } from '../filters/filter.ts'
import { chooseFilters, chooseRange, type View } from '../filters/view.ts'
import { type SlugKind, type SlugTarget, slugKinds } from '../links/kinds.ts'
import { useAnswer } from '../state/answer.ts'
import { toAddress } from '../state/location.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'

/** In place of a page of zeros: why they are, and the next step. */
export function NothingPanel({ view }: { view: View }) {
  const target = useTarget()
  const dates = useAnswer<{ startDate: string | null }>(statisticPath(target, 'daterange'))
  if (!dates.value) return <Skeleton rows={4} />
  const isNew = dates.value.startDate === null && !target.isShared
  return (
    <Panel>
      {!isNew ? (
        <NothingInRange view={view} />
      ) : target.kind === 'website' ? (
        <EmptyNote title={t('overview.never')}>
          <p>{t('overview.neverText')}</p>
          <a class="button button-main" href={toAddress(`/first-steps?website=${target.id}`)}>
            {t('overview.neverLink')}
          </a>
        </EmptyNote>
      ) : (
        <NeverOpened kind={target.kind} id={target.id} />
      )}
    </Panel>
  )
}

/** What to put on other pages for a link or pixel that nobody has opened. */
function NeverOpened({ kind, id }: { kind: SlugKind; id: string }) {
  const { list, codeText, toCode } = slugKinds[kind]
  const { value } = useAnswer<SlugTarget>(`/api/${list}/${id}`)
  return (
    <EmptyNote title={t(kind === 'link' ? 'links.never' : 'pixels.never')}>
      <p>{t(codeText)}</p>
      {value && <CopyLine text={toCode(value.slug)} />}
    </EmptyNote>
  )
}

function NothingInRange({ view: { filters, range } }: { view: View }) {
  const { mayFilter } = useTarget()
  const isFiltered = mayFilter && Object.keys(filterQuery(filters)).length > 0
  return (
    <EmptyNote title={t('overview.none')}>
      <p>{t('overview.noneText')}</p>
      <div class="note-ways">
        {range.name !== 'all' && (
          <button type="button" class="button" onClick={() => chooseRange('all')}>
            {t('range.all')}
          </button>
        )}
        {isFiltered && (
          <button type="button" class="button" onClick={() => chooseFilters(noFilters)}>
            {t('filters.clear')}
          </button>
        )}
      </div>
    </EmptyNote>
  )
}
