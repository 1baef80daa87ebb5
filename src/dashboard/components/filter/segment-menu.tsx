import { useState } from 'preact/hooks'
import type { Filters } from '../../filters/filter.ts'
import {
  removeSegment,
  type Segment,
  type SegmentType,
  type useSegments,
} from '../../filters/segment.ts'
import { chooseFilters } from '../../filters/view.ts'
import type { Target } from '../../state/target.ts'
import { isolated, type MessageKey, t } from '../../text/messages.ts'
import { ConfirmDialog } from '../form/confirm-dialog.tsx'
import { Icon } from '../icon.tsx'
import { Menu, MenuChoice } from '../menu.tsx'
import { UserText } from '../user-text.tsx'

interface SegmentMenuProps {
  target: Target
  filters: Filters
  segments: ReturnType<typeof useSegments>
  cohorts: ReturnType<typeof useSegments>
}

const keys: Record<SegmentType, MessageKey> = { segment: 'segments', cohort: 'cohorts' }

/** Loads what was saved from the filter bar, and removes it. */
export function SegmentMenu({ target, filters, segments, cohorts }: SegmentMenuProps) {
  const [removed, setRemoved] = useState<Segment | null>(null)
  const lists = { segment: segments.value?.data ?? [], cohort: cohorts.value?.data ?? [] }
  const choose = ({ type, id }: Segment) =>
    chooseFilters({ ...filters, [type]: filters[type] === id ? null : id })
  const remove = async (segment: Segment) => {
    const answer = await removeSegment(target, segment.id)
    if (answer.ok) {
      if (filters[segment.type] === segment.id) chooseFilters({ ...filters, [segment.type]: null })
      const list = segment.type === 'segment' ? segments : cohorts
      list.reload()
    }
    return answer
  }
  if (lists.segment.length + lists.cohort.length === 0) return null
  return (
    <>
      <Menu
        face={
          <>
            <Icon name="save" />
            <span class="face">{t('segments')}</span>
          </>
        }
      >
        {(['segment', 'cohort'] as const).map(
          (type) =>
            lists[type].length > 0 && (
              <fieldset key={type} aria-label={t(keys[type])}>
                <p class="menu-title">{t(keys[type])}</p>
                {lists[type].map((segment) => (
                  <div key={segment.id} class="menu-line">
                    <MenuChoice
                      isChosen={filters[type] === segment.id}
                      onChoose={() => choose(segment)}
                    >
                      <UserText text={segment.name} />
                    </MenuChoice>
                    {target.mayChange && (
                      <button
                        type="button"
                        class="button-bare"
                        data-closes
                        aria-label={t('segments.remove', { name: isolated(segment.name) })}
                        onClick={() => setRemoved(segment)}
                      >
                        <Icon name="close" />
                      </button>
                    )}
                  </div>
                ))}
              </fieldset>
            ),
        )}
      </Menu>
      {removed && (
        <ConfirmDialog
          title={t('segments.remove', { name: isolated(removed.name) })}
          deed={t('remove')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{t('segments.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
