// Revenue of a website: the table of operations.

import { Type as t } from '@sinclair/typebox'
import { readPaging } from '../../db/page.ts'
import type { Operation } from '../../http/endpoint.ts'
import { paging, search } from '../../http/input/fields.ts'
import { comparedFields } from '../input/compared.ts'
import type { StatsServices } from '../input/services.ts'
import { declareStatistic } from '../input/statistic.ts'
import { sessionsAnswer } from '../sessions/sessions.ts'
import {
  comparedRevenue,
  comparedRevenueAnswer,
  currenciesAnswer,
  currencyField,
  listCurrencies,
  revenueChart,
  revenueChartAnswer,
} from './revenue.ts'
import { revenueLists, revenueTypes, revenueValuesAnswer } from './revenue-metrics.ts'
import { listPayingSessions } from './revenue-sessions.ts'

const statistic = declareStatistic('revenue')

export const revenueOperations: readonly Operation<StatsServices>[] = [
  statistic('revenue/currencies', {
    summary: 'Currencies of the revenue, the one of most payments first.',
    answer: currenciesAnswer,
    run: listCurrencies,
  }),
  statistic('revenue/chart', {
    summary: 'Revenue by event name over time.',
    query: currencyField,
    answer: revenueChartAnswer,
    run: (events, scope, { currency, compare }) => revenueChart(events, scope, currency, compare),
  }),
  statistic('revenue/stats', {
    summary: 'Revenue in total, with that of the compared period.',
    query: { ...currencyField, ...comparedFields },
    answer: comparedRevenueAnswer,
    run: (events, scope, query) => comparedRevenue(events, scope, query.currency, query),
  }),
  statistic('revenue/metrics', {
    summary: 'Revenue by place or origin of the visitors.',
    query: {
      ...currencyField,
      type: t.Union(
        revenueTypes.map((type) => t.Literal(type)),
        { error: 'Invalid type', description: 'What to group by.' },
      ),
    },
    answer: revenueValuesAnswer,
    run: async (events, scope, { currency, type }) =>
      (await revenueLists(events, scope, currency, [type]))[type],
  }),
  statistic('revenue/sessions', {
    summary: 'Sessions with revenue, the latest active first.',
    query: { ...currencyField, ...search, ...paging },
    answer: sessionsAnswer,
    run: (events, scope, { currency, search, ...query }) =>
      listPayingSessions(events, scope, currency, readPaging(query), search),
  }),
]
