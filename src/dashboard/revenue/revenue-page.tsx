import { hostName } from '../../lib/host-name.ts'
import { AsyncView } from '../components/async-view.tsx'
import { ViewBar } from '../components/filter/view-bar.tsx'
import { BarTable } from '../components/metric/bar-table.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useView, type View } from '../filters/view.ts'
import { SessionList } from '../sessions/session-list.tsx'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { channelName } from '../text/channels.ts'
import { t } from '../text/messages.ts'
import { countryName, regionName } from '../text/names.ts'
import { money } from '../text/numbers.ts'
import { useRegionNames } from '../text/region-names.ts'
import { useCurrencies } from './currency.ts'
import { CurrencyPicker } from './currency-picker.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { RevenueTotals } from './revenue-totals.tsx'

/** What visitors paid, in one currency at a time. */
export function Revenue() {
  const view = useView()
  return (
    <div class="page page-wide">
      {view ? <RevenueContent view={view} /> : <Skeleton rows={8} />}
    </div>
  )
}

function RevenueContent({ view }: { view: View }) {
  const { chosen, used } = useCurrencies(view)
  if (chosen === null) return <Skeleton rows={8} />
  return (
    <>
      <ViewBar view={view} compares />
      <div class="page-actions page-choices">
        <CurrencyPicker chosen={chosen} used={used} />
      </div>
      <RevenueTotals view={view} currency={chosen} />
      <RevenueChart view={view} currency={chosen} />
      <div class="panels">
        {lists().map((list) => (
          <Panel key={list.type} title={list.label}>
            <RevenueList view={view} currency={chosen} list={list} />
          </Panel>
        ))}
        <Panel title={t('revenue.sessions')} isWide>
          <SessionList
            name="revenue/sessions"
            query={{ ...view.query, currency: chosen }}
            searched={t('revenue.search')}
            empty={t('revenue.none', { currency: chosen })}
          />
        </Panel>
      </div>
    </>
  )
}

interface ValueRow {
  /** `null` or empty when it is unknown. */
  name: string | null
  value: number
  country?: string | null
}

interface RevenueListKind {
  type: 'country' | 'region' | 'referrer' | 'channel'
  label: string
  name: (row: ValueRow & { name: string }) => string
  explanation?: string
  /** What an empty name is called. */
  unknown: (row: ValueRow) => string
}

const lists = (): RevenueListKind[] => [
  {
    type: 'country',
    label: t('metric.country'),
    name: ({ name }) => countryName(name),
    unknown: () => t('unknown'),
  },
  {
    type: 'region',
    label: t('metric.region'),
    name: ({ name, country }) => regionName(name, country),
    // Named like a known region: those of each country are a row of their own.
    unknown: ({ country }) => (country ? `${t('unknown')}, ${countryName(country)}` : t('unknown')),
  },
  {
    type: 'referrer',
    label: t('metric.referrer'),
    name: ({ name }) => hostName(name),
    unknown: () => t('revenue.noReferrer'),
    explanation: t('counted.payment'),
  },
  {
    type: 'channel',
    label: t('metric.channel'),
    name: ({ name }) => channelName(name),
    unknown: () => t('unknown'),
    explanation: t('counted.payment'),
  },
]

interface RevenueListProps {
  view: View
  currency: string
  list: RevenueListKind
}

function RevenueList({ view, currency, list }: RevenueListProps) {
  useRegionNames(list.type === 'region')
  const target = useTarget()
  const rows = useAnswer<ValueRow[]>(statisticPath(target, 'revenue/metrics'), {
    query: { ...view.query, currency, type: list.type },
  })
  return (
    <AsyncView answer={rows} rows={6}>
      {(found) => (
        <BarTable
          label={t(`field.${list.type}`)}
          count={t('revenue')}
          explanation={list.explanation}
          rows={found.map((row) => ({
            key: `${row.name} ${row.country ?? ''}`,
            name: row.name ? list.name({ ...row, name: row.name }) : list.unknown(row),
            value: row.value,
          }))}
          print={(value) => money(value, currency)}
          whole={found.reduce((sum, { value }) => sum + value, 0)}
        />
      )}
    </AsyncView>
  )
}
