import type { LooseInputHTMLAttributes } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { joinValues, splitValues } from '../../../lib/value-list.ts'
import { isWhole, listed, valueName } from '../../filters/words.ts'
import { channels } from '../../text/channels.ts'
import { t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import { ChoiceField, TextField } from '../form/field.tsx'

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

/** The single values of a filter's value. */
export const valuesIn = (operator: string, value: string): string[] =>
  isWhole(operator) ? splitValues(value) : [value]

/**
 * A value as it is applied: blanks at the ends, and around the commas of a list, belong to it only
 * where a known value has them.
 */
export function appliedValue(operator: string, value: string, known: ReadonlySet<string>): string {
  const values = valuesIn(operator, value)
  const applied = values.map((one) => (known.has(one) ? one : one.trim()))
  if (applied.every((one, index) => one === values[index])) return value
  // What was nothing but blanks is no value; as a list it would be the empty one.
  if (!isWhole(operator) || value.trim() === '') return value.trim()
  return joinValues(applied)
}

/** The recorded values that the page knows: the first ones, and those added since. */
export function useKnownValues(
  first: readonly string[],
): [known: ReadonlySet<string>, add: (values: readonly string[]) => void] {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(first))
  const add = useCallback(
    (values: readonly string[]) =>
      setKnown((old) => (values.every((one) => old.has(one)) ? old : new Set([...old, ...values]))),
    [],
  )
  return [known, add]
}

/** What remains of a value when the filter is about another field. */
export const valueFor = (field: string, old: string, value: string): string =>
  field === 'channel' || old === 'channel' ? '' : value
