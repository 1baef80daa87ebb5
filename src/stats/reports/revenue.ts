// Revenue: all statistics of revenue in one answer.

import { Type as t } from '@sinclair/typebox'
import type { EventReader } from '../../db/duckdb/event-reader.ts'
import type { Compare } from '../../time/comparison.ts'
import { compareField } from '../query/range-input.ts'
import type { Scope } from '../query/scope.ts'
import {
  comparedRevenue,
  comparedRevenueAnswer,
  currencyField,
  revenueOverTime,
  revenuePoints,
} from '../revenue/revenue.ts'
import { revenueLists, revenueValuesAnswer } from '../revenue/revenue-metrics.ts'

export const revenueReportFields = { ...currencyField, ...compareField }

export const revenueReportAnswer = t.Object({
  chart: revenuePoints,
  total: comparedRevenueAnswer,
  country: revenueValuesAnswer,
  region: revenueValuesAnswer,
  referrer: revenueValuesAnswer,
  channel: revenueValuesAnswer,
})

/** Chart, totals with those of the compared period, and the four lists. */
export async function reportRevenue(
  events: EventReader,
  scope: Scope,
  { currency, ...compared }: { currency: string; compare?: Compare },
) {
  const [chart, total, lists] = await Promise.all([
    revenueOverTime(events, scope, currency),
    comparedRevenue(events, scope, currency, compared),
    revenueLists(events, scope, currency, ['country', 'region', 'referrer', 'channel']),
  ])
  return { chart, total, ...lists }
}
