import { useState } from 'preact/hooks'
import { type TextOperator, textOperators } from '../../../lib/filter-operators.ts'
import { AsyncView } from '../../components/async-view.tsx'
import { EmptyNote } from '../../components/empty-note.tsx'
import { Dialog } from '../../components/form/dialog.tsx'
import { removeWithUndo } from '../../components/form/remove-with-undo.ts'
import { Icon } from '../../components/icon.tsx'
import { Row, RowMenu } from '../../components/list/row.tsx'
import { MenuChoice } from '../../components/menu.tsx'
import { Panel } from '../../components/panel.tsx'
import { type FilterField, filterFields } from '../../filters/filter.ts'
import type { SegmentType } from '../../filters/segment.ts'
import { fieldName, filterValue, operatorName, propertyValue } from '../../filters/words.ts'
import { useAnswer } from '../../state/answer.ts'
import { isolated, type MessageKey, t } from '../../text/messages.ts'
import { useRegionNames } from '../../text/region-names.ts'
import {
  type SavedFilter,
  type SavedSegment,
  savedProperty,
  storeSegment,
} from './saved-segment.ts'
import { SegmentForm } from './segment-form.tsx'

interface SegmentListProps {
  websiteId: string
}

/** Segments and cohorts of a website. */
export function SegmentList({ websiteId }: SegmentListProps) {
  return (
    <>
      <SegmentPanel websiteId={websiteId} type="segment" />
      <SegmentPanel websiteId={websiteId} type="cohort" />
    </>
  )
}

interface Words {
  title: MessageKey
  add: MessageKey
  edit: MessageKey
  empty: MessageKey
  emptyText: MessageKey
}

const words: Record<SegmentType, Words> = {
  segment: {
    title: 'segments',
    add: 'segments.add',
    edit: 'segments.edit',
    empty: 'segments.empty',
    emptyText: 'segments.emptyText',
  },
  cohort: {
    title: 'cohorts',
    add: 'cohorts.add',
    edit: 'cohorts.edit',
    empty: 'cohorts.empty',
    emptyText: 'cohorts.emptyText',
  },
}

function SegmentPanel({ websiteId, type }: SegmentListProps & { type: SegmentType }) {
  const [edited, setEdited] = useState<SavedSegment | 'new' | null>(null)
  const path = `/api/websites/${websiteId}/segments`
  const found = useAnswer<{ data: SavedSegment[] }>(path, { query: { type, pageSize: 1000 } })
  useRegionNames(
    found.value?.data.some(({ parameters }) =>
      parameters.filters?.some(({ name }) => name === 'region'),
    ) ?? false,
  )
  const { title, add, edit, empty, emptyText } = words[type]
  const close = () => setEdited(null)
  const remove = ({ id, name, parameters }: SavedSegment) =>
    removeWithUndo({
      name,
      path: `${path}/${id}`,
      restore: () => storeSegment(websiteId, null, { type, name, parameters }),
    })
  return (
    <Panel
      title={t(title)}
      actions={
        <button type="button" class="button" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          {t(add)}
        </button>
      }
    >
      <AsyncView answer={found} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyNote title={t(empty)}>
              <p>{t(emptyText)}</p>
            </EmptyNote>
          ) : (
            <ul class="rows">
              {data.map((segment) => (
                <Row
                  key={segment.id}
                  name={segment.name}
                  path={`/websites/${websiteId}?${type}=${segment.id}`}
                  note={<span class="soft">{segmentText(segment)}</span>}
                  actions={
                    <RowMenu name={segment.name}>
                      <MenuChoice onChoose={() => setEdited(segment)}>{t('edit')}</MenuChoice>
                      <MenuChoice onChoose={() => remove(segment)}>{t('delete')}</MenuChoice>
                    </RowMenu>
                  }
                />
              ))}
            </ul>
          )
        }
      </AsyncView>
      {edited && (
        <Dialog title={t(edited === 'new' ? add : edit)} onClose={close}>
          <SegmentForm
            websiteId={websiteId}
            type={type}
            {...(edited === 'new' ? {} : { segment: edited })}
            onDone={close}
            onCancel={close}
          />
        </Dialog>
      )}
    </Panel>
  )
}

/** What a segment or cohort says, in one line. */
function segmentText({ parameters: { action, filters = [], match } }: SavedSegment): string {
  const said = filters.map(filterText)
  const did = action
    ? [
        `${t(action.type === 'path' ? 'segments.viewed' : 'segments.triggered')} ${isolated(action.value)}`,
      ]
    : []
  const joined = [...did, ...said].join(' · ')
  return match === 'any' && filters.length > 1 ? `${joined} (${t('filters.any')})` : joined
}

function filterText(filter: SavedFilter): string {
  const { name, operator, value } = filter
  const property = savedProperty(filter)
  if (property) {
    const shown = isolated(propertyValue(property))
    return `${isolated(property.property)} ${operatorName(property.operator)} ${shown}`
  }
  const field = filterFields.find((known): known is FilterField => known === name)
  const known = textOperators.find((one): one is TextOperator => one === operator)
  if (!field || !known) return isolated(`${name} ${operator} ${value}`)
  const shown = filterValue({ field, operator: known, value })
  return `${fieldName(field)} ${operatorName(known)} ${isolated(shown)}`
}
