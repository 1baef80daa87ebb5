import { useEffect, useState } from 'preact/hooks'
import { isWholeDays } from '../../../time/range.ts'
import { toWall, type Zone } from '../../../time/zone.ts'
import { chooseRange, type View } from '../../filters/view.ts'
import { daysName, momentsName } from '../../text/dates.ts'
import { type MessageKey, t } from '../../text/messages.ts'
import { type RangeName, rangeNames, rangeText, stepRange } from '../../time/range.ts'
import { Icon } from '../icon.tsx'
import { Menu, MenuChoice } from '../menu.tsx'

const keys: Record<RangeName, MessageKey> = {
  today: 'range.today',
  yesterday: 'range.yesterday',
  '24h': 'range.24h',
  week: 'range.week',
  '7d': 'range.7d',
  '30d': 'range.30d',
  '90d': 'range.90d',
  month: 'range.month',
  year: 'range.year',
  'last-year': 'range.lastYear',
  all: 'range.all',
}

/** A range in words. */
export function rangeLabel({ range, zone }: View): string {
  if (range.name) return t(keys[range.name])
  return isWholeDays(zone, range.startAt, range.endAt + 1)
    ? daysName(range.startAt, range.endAt)
    : momentsName(range.startAt, range.endAt + 1)
}

/** Chooses the range; the buttons at its sides and the arrow keys go to the one before and after. */
export function RangePicker({ view }: { view: View }) {
  const step = (direction: -1 | 1) => stepRange(view.range, direction, view.present)
  const [before, after] = [step(-1), step(1)]
  useArrowKeys(before, after)
  return (
    <div class="range-picker">
      <StepButton icon="previous" label={t('range.before')} text={before} />
      <Menu
        face={
          <>
            <Icon name="calendar" />
            <span class="face">{rangeLabel(view)}</span>
          </>
        }
        label={`${t('range')}: ${rangeLabel(view)}`}
        end
      >
        {rangeNames.map((name) => (
          <MenuChoice
            key={name}
            isChosen={view.range.name === name}
            onChoose={() => chooseRange(name)}
          >
            {t(keys[name])}
          </MenuChoice>
        ))}
        <CustomRange view={view} />
      </Menu>
      <StepButton icon="next" label={t('range.after')} text={after} />
    </div>
  )
}

interface StepButtonProps {
  icon: 'previous' | 'next'
  label: string
  text: string | null
}

function StepButton({ icon, label, text }: StepButtonProps) {
  return (
    <button
      type="button"
      class="button button-icon"
      aria-label={label}
      title={label}
      disabled={text === null}
      onClick={() => text && chooseRange(text)}
    >
      <Icon name={icon} />
    </button>
  )
}

const ownKeys =
  'input, select, textarea, [contenteditable], dialog, [role="tablist"], [role="slider"], .menu-list, .scroll-x'

function useArrowKeys(before: string | null, after: string | null): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      // There arrow keys have a meaning of their own.
      const target = event.target as Element
      if (target.closest(ownKeys)) return
      // Time goes the way the language is written.
      const [back, on] =
        document.documentElement.dir === 'rtl'
          ? ['ArrowRight', 'ArrowLeft']
          : ['ArrowLeft', 'ArrowRight']
      const text = event.key === back ? before : event.key === on ? after : null
      if (text === null) return
      event.preventDefault()
      chooseRange(text)
    }
    document.addEventListener('keydown', step)
    return () => document.removeEventListener('keydown', step)
  }, [before, after])
}

const dayText = (at: number, zone: Zone) => new Date(toWall(zone, at)).toISOString().slice(0, 10)

/** From a day to a day, both included. */
function CustomRange({ view: { range, zone, present } }: { view: View }) {
  const today = dayText(present.now, zone)
  const [from, setFrom] = useState(dayText(range.startAt, zone))
  const [to, setTo] = useState(dayText(Math.min(range.endAt, present.now), zone))
  const isValid = from !== '' && to !== '' && from <= to
  return (
    <form
      class="custom-range"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) chooseRange(`${from}_${to}`)
      }}
    >
      <label>
        {t('range.from')}
        <input
          type="date"
          value={from}
          max={today}
          required
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
      </label>
      <label>
        {t('range.to')}
        <input
          type="date"
          value={to}
          min={from}
          max={today}
          required
          onInput={(event) => setTo(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button button-main" disabled={!isValid}>
        {t('apply')}
      </button>
    </form>
  )
}

/** The address of the range that buckets `first` to `last` of a view cover. */
export function zoomedRange(view: View, first: number, last: number): string {
  const startAt = view.starts[first] ?? view.range.startAt
  const endBefore = view.starts[last + 1] ?? view.range.endAt + 1
  return rangeText(Math.max(startAt, view.range.startAt), endBefore, view.zone)
}
