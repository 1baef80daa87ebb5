// What is shown: range, comparison, unit and filters, all read from the address bar.

import { useMemo } from 'preact/hooks'
import { listBuckets } from '../../time/buckets.ts'
import type { Range } from '../../time/range.ts'
import type { Unit } from '../../time/units.ts'
import type { Zone } from '../../time/zone.ts'
import { useAnswer } from '../state/answer.ts'
import type { Query } from '../state/api.ts'
import { useMinute } from '../state/clock.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { useSignal } from '../state/signal.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { zoneChoice } from '../state/zone-choice.ts'
import { useLanguage } from '../text/messages.ts'
import { comparedBuckets, defaultUnit, unitsFor } from '../time/buckets.ts'
import { type Comparison, comparedPeriod, comparisons, passedPart } from '../time/comparison.ts'
import { type ChosenRange, type Present, parseRange } from '../time/range.ts'
import { firstDayOfWeek } from '../time/week.ts'
import { findZone } from '../time/zone.ts'
import { type Filters, filterQuery, isFilterName, parseFilters } from './filter.ts'
import { byVisit } from './level.ts'

export interface View {
  range: ChosenRange
  comparison: Comparison
  /** The period compared with; `null` for none. */
  compared: Range | null
  /** Starts of the buckets of the compared period; `null` where series are not compared. */
  comparedStarts: number[] | null
  unit: Unit
  units: Unit[]
  /** Starts of the buckets of the range. */
  starts: number[]
  filters: Filters
  zone: Zone
  present: Present
  /** For statistics: range, unit, zone, level and filters. */
  query: Query
  /** For totals: the query, and as much of the compared period as has passed of the range. */
  totalsQuery: Query
  /** The filters alone. */
  filterQuery: Record<string, string>
}

/** The view of the present address; `null` while the start of all time loads. */
export function useView(): View | null {
  const { query } = usePageLocation()
  const target = useTarget()
  const zone = findZone(useSignal(zoneChoice))
  const { locale } = useLanguage()
  const minute = useMinute()
  const isAll = query.get('range') === 'all'
  const dates = useAnswer<{ startDate: string | null }>(
    isAll ? statisticPath(target, 'daterange') : null,
  )
  const firstDate = dates.value?.startDate
  const text = viewText(query)
  const isReady = !isAll || dates.value !== undefined || dates.problem !== undefined
  const firstAt = firstDate ? Date.parse(firstDate) : minute
  return useMemo(
    () =>
      isReady
        ? readView(new URLSearchParams(text), {
            now: minute,
            zone,
            firstDay: firstDayOfWeek(locale),
            firstAt,
          })
        : null,
    [text, minute, zone, locale, isReady, firstAt],
  )
}

const viewNames = ['range', 'compare', 'unit']

/** The part of an address that has filters and the fields named. */
const pickFields = (query: URLSearchParams, names: readonly string[]): string =>
  new URLSearchParams(
    [...query].filter(([name]) => names.includes(name) || isFilterName(name)),
  ).toString()

/** The part of an address that makes its view; other changes do not draw the view again. */
const viewText = (query: URLSearchParams): string => pickFields(query, viewNames)

/** The part of an address that goes along from page to page: the view, and the form of charts. */
export const viewAndChartText = (query: URLSearchParams): string =>
  pickFields(query, [...viewNames, 'chart'])

/** Range and filters of an address, as reports are saved with them; empty for the standard ones. */
export const rangeAndFilterText = (query: URLSearchParams): string => pickFields(query, ['range'])

function readView(query: URLSearchParams, present: Present): View {
  const range = parseRange(query.get('range'), present)
  const comparison = comparisons.find((known) => known === query.get('compare')) ?? 'prev'
  const units = unitsFor(range, present.zone)
  const unit =
    units.find((known) => known === query.get('unit')) ?? defaultUnit(range, present.zone)
  const filters = parseFilters(query)
  const filterValues = filterQuery(filters)
  const compared = comparedPeriod(range, comparison, present)
  const passed = compared && passedPart(range, compared, present.now)
  const statisticQuery = {
    startAt: range.startAt,
    endAt: range.endAt,
    unit,
    timezone: present.zone.name,
    ...byVisit,
    ...filterValues,
  }
  return {
    range,
    comparison,
    compared,
    comparedStarts: compared && comparedBuckets(compared, unit, present.zone),
    unit,
    units,
    starts: listBuckets(range, unit, present.zone),
    filters,
    zone: present.zone,
    present,
    query: statisticQuery,
    totalsQuery: {
      ...statisticQuery,
      ...(passed ? { compareStartAt: passed.startAt, compareEndAt: passed.endAt } : {}),
    },
    filterQuery: filterValues,
  }
}

/** Puts other filters into the address bar; the page of a list starts over. */
export function chooseFilters(filters: Filters): void {
  const removed = [...new URLSearchParams(location.search).keys()].filter(isFilterName)
  goWith({
    page: null,
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...filterQuery(filters),
  })
}

/** Puts another range into the address bar; a unit chosen for the old one is forgotten. */
export const chooseRange = (text: string): void => goWith({ range: text, unit: null, page: null })
