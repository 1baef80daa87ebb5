import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { BarTable } from '../components/metric/bar-table.tsx'
import { Panel } from '../components/panel.tsx'
import { type MessageKey, t } from '../text/messages.ts'
import type { ReportKind, ResultProps } from './report-kind.ts'
import { useReport } from './run.ts'

/** The parameters of campaigns, each with its name for readers. */
export const utmNames = {
  utm_source: 'field.utmSource',
  utm_medium: 'field.utmMedium',
  utm_campaign: 'field.utmCampaign',
  utm_content: 'field.utmContent',
  utm_term: 'field.utmTerm',
} as const satisfies Record<string, MessageKey>

type List = keyof typeof utmNames
const listNames = Object.keys(utmNames) as List[]

type Campaigns = Record<List, { utm: string; views: number }[]>

export const utmKind: ReportKind<Record<never, never>> = {
  type: 'utm',
  title: 'utm',
  intro: 'utm.intro',
  read: () => ({}),
  isComplete: () => true,
  Result: UtmResult,
}

function UtmResult({ view }: ResultProps<object>) {
  const campaigns = useReport<Campaigns>('utm', view, {})
  return (
    <AsyncView answer={campaigns} rows={10}>
      {(found) =>
        listNames.every((list) => found[list].length === 0) ? (
          <Panel>
            <EmptyNote title={t('utm.none')}>
              <p>{t('utm.noneText')}</p>
              <pre class="example">?utm_source=newsletter&utm_medium=email&utm_campaign=spring</pre>
            </EmptyNote>
          </Panel>
        ) : (
          <div class="panels">
            {listNames.map((list) => (
              <Panel key={list} title={t(utmNames[list])}>
                <BarTable
                  label={t('filters.value')}
                  count={t('views')}
                  explanation={t('counted.utmViews')}
                  rows={found[list].map(({ utm, views }) => ({
                    key: utm,
                    name: utm,
                    value: views,
                  }))}
                  whole={found[list].reduce((sum, { views }) => sum + views, 0)}
                />
              </Panel>
            ))}
          </div>
        )
      }
    </AsyncView>
  )
}
