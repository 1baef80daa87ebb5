import { hostName } from '../../lib/host-name.ts'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { ChoiceField } from '../components/form/field.tsx'
import { BarTable } from '../components/metric/bar-table.tsx'
import { TotalNumbers } from '../components/metric/total-numbers.tsx'
import { Panel } from '../components/panel.tsx'
import { readText, readWord, type StoredParameters } from '../state/stored-parameters.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { wholeNumber } from '../text/numbers.ts'
import type { FieldsProps, ReportKind, ResultProps } from './report-kind.ts'
import { useReport } from './run.ts'
import { StepField } from './step-field.tsx'
import { stepTypes } from './steps.ts'
import { utmNames } from './utm.tsx'

const models = ['first-click', 'last-click'] as const

interface AttributionParameters {
  model: (typeof models)[number]
  type: (typeof stepTypes)[number]
  /** Path or event name of the conversion. */
  step: string
}

interface AttributedSource {
  name: string
  value: number
}

const lists = {
  referrer: 'metric.referrer',
  paidAds: 'attribution.paidAds',
  ...utmNames,
} as const satisfies Record<string, MessageKey>

type List = keyof typeof lists
const listNames = Object.keys(lists) as List[]

interface AttributionAnswer extends Record<List, AttributedSource[]> {
  total: { pageviews: number; visitors: number; visits: number }
}

export const attributionKind: ReportKind<AttributionParameters> = {
  type: 'attribution',
  title: 'attribution',
  intro: 'attribution.intro',
  read: (stored: StoredParameters) => ({
    model: readWord(stored.model, models),
    type: readWord(stored.type, stepTypes),
    step: readText(stored.step),
  }),
  isComplete: ({ step }) => step.trim() !== '',
  Fields: AttributionFields,
  Result: AttributionResult,
}

function AttributionFields({ view, value, onChange }: FieldsProps<AttributionParameters>) {
  return (
    <>
      <StepField
        view={view}
        value={{ type: value.type, value: value.step }}
        onChange={({ type, value: step }) => onChange({ ...value, type, step })}
      />
      <ChoiceField
        label={t('attribution.model')}
        value={value.model}
        choices={[
          { id: 'first-click', label: t('attribution.first') },
          { id: 'last-click', label: t('attribution.last') },
        ]}
        onChange={(model) => onChange({ ...value, model })}
      />
    </>
  )
}

function AttributionResult({ view, parameters }: ResultProps<AttributionParameters>) {
  const answer = useReport<AttributionAnswer>('attribution', view, parameters)
  return (
    <AsyncView answer={answer} rows={10}>
      {(found) =>
        found.total.visitors === 0 ? (
          <Panel>
            <EmptyNote title={t('attribution.none')}>
              <p>{t('attribution.noneText')}</p>
            </EmptyNote>
          </Panel>
        ) : (
          <>
            <TotalNumbers
              numbers={[
                { label: t('attribution.visitors'), text: wholeNumber(found.total.visitors) },
                { label: t('attribution.visits'), text: wholeNumber(found.total.visits) },
                { label: t('attribution.conversions'), text: wholeNumber(found.total.pageviews) },
              ]}
            />
            <div class="panels">
              {listNames.map((list) => (
                <Panel key={list} title={t(lists[list])}>
                  <BarTable
                    label={t(list === 'referrer' ? 'field.referrer' : 'filters.value')}
                    count={t('visitors')}
                    explanation={t('counted.credited')}
                    rows={found[list].map(({ name, value }) => ({
                      key: name,
                      name: list === 'referrer' ? hostName(name) : name,
                      value,
                    }))}
                    whole={found.total.visitors}
                  />
                </Panel>
              ))}
            </div>
          </>
        )
      }
    </AsyncView>
  )
}
