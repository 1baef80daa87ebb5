import type { LooseInputHTMLAttributes } from 'preact'
import { joinValues, splitValues } from '../../segments/value-list.ts'
import { isWhole, listed, valueName } from '../filters/words.ts'
import { channels } from '../text/channels.ts'
import { t } from '../text/messages.ts'
import { visible } from '../text/recorded.ts'
import { ChoiceField, TextField } from './field.tsx'

interface FilterValueProps {
  field: string
  operator: string
  value: string
  onChange: (value: string) => void
  hint?: string
  input: LooseInputHTMLAttributes & { list?: string }
}

/** The value of a filter: a text, or one of the few that a field has. */
export function FilterValue({ field, operator, ...text }: FilterValueProps) {
  const { value, onChange } = text
  if (!isChosen(field, operator)) {
    return <TextField label={t('filters.value')} {...text} />
  }
  // What is chosen stays as it is, even where it is several, or none that there is.
  const known = [...new Set(['', ...channels, value])]
  return (
    <ChoiceField
      label={t('filters.value')}
      value={value}
      choices={known.map((id) => ({ id, label: channelNames(id) }))}
      onChange={onChange}
    />
  )
}

/** Whether a value is chosen from all there are, and not typed. */
export const isChosen = (field: string, operator: string): boolean =>
  field === 'channel' && isWhole(operator)

/** In a list to choose from, no value is none. */
const channelNames = (value: string): string =>
  value === '' ? '' : listed(value, (one) => visible(valueName('channel', one)))

/** What remains of a value when the operator is another one: a list of values, or one text. */
export function valueWith(operator: string, old: string, value: string): string {
  if (value === '' || isWhole(operator) === isWhole(old)) return value
  if (isWhole(operator)) return joinValues([value])
  const values = splitValues(value)
  return values.length === 1 ? (values[0] ?? '') : value
}

/** A value as it is applied: blanks at the ends belong to it only where they were recorded. */
export const appliedValue = (value: string, old: string | undefined): string =>
  value === old ? value : value.trim()

/** What remains of a value when the filter is about another field. */
export const valueFor = (field: string, old: string, value: string): string =>
  field === 'channel' || old === 'channel' ? '' : value
