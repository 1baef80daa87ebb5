import { AsyncView } from '../components/async-view.tsx'
import { Panel } from '../components/panel.tsx'
import { columnFields, type FilterField, fieldsFor } from '../filters/filter.ts'
import { fieldName } from '../filters/words.ts'
import { readList, type StoredParameters } from '../state/stored-parameters.ts'
import { showsPeople, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { type BreakdownRow, BreakdownTable } from './breakdown-table.tsx'
import type { FieldsProps, ReportKind, ResultProps } from './report-kind.ts'
import { useReport } from './run.ts'

interface BreakdownParameters {
  /** What to group by, in the order of the columns. */
  fields: FilterField[]
}

/** The fields before any are chosen. */
const standard: FilterField[] = ['path', 'country']

export const breakdownKind: ReportKind<BreakdownParameters> = {
  type: 'breakdown',
  title: 'breakdown',
  intro: 'breakdown.intro',
  read: ({ fields }: StoredParameters) => {
    const known = readList(fields).flatMap(
      (name) => columnFields.find((field) => field === name) ?? [],
    )
    return { fields: known.length > 0 ? [...new Set(known)] : standard }
  },
  isComplete: ({ fields }) => fields.length > 0,
  Fields: BreakdownFields,
  Result: BreakdownResult,
}

function BreakdownFields({ value: { fields }, onChange }: FieldsProps<BreakdownParameters>) {
  const target = useTarget()
  const toggle = (field: FilterField) =>
    onChange({
      fields: fields.includes(field)
        ? fields.filter((other) => other !== field)
        : [...fields, field],
    })
  return (
    <fieldset class="choices" aria-label={t('breakdown.fields')}>
      {fieldsFor(columnFields, showsPeople(target)).map((field) => {
        const index = fields.indexOf(field)
        return (
          <button
            key={field}
            type="button"
            class="choice"
            aria-pressed={index >= 0}
            onClick={() => toggle(field)}
          >
            {index >= 0 && <span class="choice-number">{index + 1}</span>}
            {fieldName(field)}
          </button>
        )
      })}
    </fieldset>
  )
}

function BreakdownResult({ view, parameters }: ResultProps<BreakdownParameters>) {
  const rows = useReport<BreakdownRow[]>('breakdown', view, parameters)
  return (
    <Panel title={t('breakdown.result')}>
      <AsyncView answer={rows} rows={10}>
        {(found) => <BreakdownTable fields={parameters.fields} rows={found} />}
      </AsyncView>
    </Panel>
  )
}
