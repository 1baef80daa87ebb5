import type { LooseInputHTMLAttributes } from 'preact'
import { valueName } from '../filters/words.ts'
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

/** Whether an operator compares with whole values. */
export const isWhole = (operator: string): boolean => operator === 'eq' || operator === 'neq'

const channelNames = (value: string): string =>
  value
    .split(',')
    .map((one) => visible(valueName('channel', one)))
    .join(', ')

/** What remains of a value when the filter is about another field. */
export const valueFor = (field: string, old: string, value: string): string =>
  field === 'channel' || old === 'channel' ? '' : value
