import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { operatorsByType, type PropertyOperator } from '../../../lib/filter-operators.ts'
import { joinValues } from '../../../lib/value-list.ts'
import { checkPatterns } from '../../filters/patterns.ts'
import type { DataType, PropertyFilter } from '../../filters/property-filter.ts'
import { booleanName, isWhole, operatorName, typeName } from '../../filters/words.ts'
import { useAnswer } from '../../state/answer.ts'
import { t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import { Dialog } from '../form/dialog.tsx'
import { ChoiceField, TextField } from '../form/field.tsx'
import { Form } from '../form/form.tsx'
import { appliedValue, useKnownValues, valuesIn, valueWith } from './filter-value.tsx'
import type { TypedProperty, ValueList } from './typed-property.ts'

interface PropertyFilterDialogProps {
  targetId: string
  properties: readonly TypedProperty[]
  valuesQuery: (property: string, type: DataType) => ValueList
  old: PropertyFilter | undefined
  onChoose: (filter: PropertyFilter) => void
  onClose: () => void
}

const isSame = (one: TypedProperty, other: TypedProperty) =>
  one.name === other.name && one.type === other.type

/** Edits one condition: property, operator and value. */
export function PropertyFilterDialog({
  targetId,
  properties,
  valuesQuery,
  old,
  onChoose,
  onClose,
}: PropertyFilterDialogProps) {
  const filtered = old && { name: old.property, type: old.type }
  // What is filtered by can be changed even where no property of its name is left.
  const offered =
    filtered && !properties.some((one) => isSame(one, filtered))
      ? [filtered, ...properties]
      : properties
  const found = filtered ? offered.findIndex((one) => isSame(one, filtered)) : 0
  const [chosen, setChosen] = useState(String(found))
  const property = offered[Number(chosen)] ?? { name: '', type: 'string' }
  const operators: readonly PropertyOperator[] = operatorsByType[property.type]
  const [operator, setOperator] = useState<PropertyOperator>(old?.operator ?? 'eq')
  const [value, setValue] = useState(old?.value ?? '')
  const known = operators.find((one) => one === operator) ?? operators[0] ?? 'eq'
  const [knownValues, addValues] = useKnownValues(old ? valuesIn(old.operator, old.value) : [])
  const isList = property.type === 'string' && isWhole(known)
  const applied = appliedValue(isList ? known : 'c', value, knownValues)
  const save = async () => {
    const filter = {
      property: property.name,
      type: property.type,
      operator: known,
      value: applied,
    }
    if (known === 're' || known === 'nre') {
      // The grammar of patterns is the same whatever they are compared with.
      const checked = await checkPatterns(targetId, [
        { field: 'path', operator: known, value: filter.value },
      ])
      if (!checked.ok) return checked
    }
    onChoose(filter)
    onClose()
    return { ok: true as const, value: null }
  }
  const nameProperty = (one: TypedProperty) =>
    offered.some((other) => other.name === one.name && other.type !== one.type)
      ? t('properties.typed', { name: visible(one.name), type: typeName(one.type) })
      : visible(one.name)
  return (
    <Dialog title={t('properties.filter')} onClose={onClose}>
      <Form
        submit={t('apply')}
        onSubmit={save}
        onCancel={onClose}
        cancel={t('cancel')}
        isDisabled={property.name === '' || applied === ''}
      >
        <div class="form-row">
          <ChoiceField
            label={t('properties.name')}
            value={chosen}
            choices={offered.map((one, index) => ({ id: String(index), label: nameProperty(one) }))}
            onChange={(next) => {
              setChosen(next)
              setValue('')
            }}
          />
          <ChoiceField
            label={t('filters.operator')}
            value={known}
            choices={operators.map((id) => ({ id, label: operatorName(id) }))}
            onChange={(next) => {
              setOperator(next)
              if (property.type === 'string') setValue(valueWith(next, known, value))
            }}
          />
        </div>
        <PropertyValue
          key={chosen}
          property={property}
          operator={known}
          list={valuesQuery(property.name, property.type)}
          value={value}
          onChange={setValue}
          onFound={addValues}
        />
      </Form>
    </Dialog>
  )
}

interface PropertyValueProps {
  property: TypedProperty
  operator: PropertyOperator
  list: ValueList
  value: string
  onChange: (value: string) => void
  /** Called with the values that are suggested. */
  onFound: (values: readonly string[]) => void
}

const inputTypes = { number: 'number', date: 'date' } as const

/** The value to compare with, as the type of the property wants it. */
function PropertyValue(props: PropertyValueProps) {
  const { property, operator, list, value, onChange, onFound } = props
  const { type } = property
  const listId = useId()
  const isText = type === 'string' || type === 'array'
  const isList = type === 'string' && isWhole(operator)
  const found = useAnswer<{ value: string | null }[]>(isText ? list.path : null, {
    query: list.query,
  })
  const values = useMemo(() => found.value?.flatMap(({ value }) => value ?? []), [found.value])
  useEffect(() => {
    if (values) onFound(values)
  }, [values, onFound])
  if (type === 'boolean') {
    return (
      <ChoiceField
        label={t('filters.value')}
        value={value}
        choices={['', 'true', 'false'].map((id) => ({ id, label: booleanName(id) }))}
        onChange={onChange}
      />
    )
  }
  if (!isText) {
    return (
      <TextField
        label={t('filters.value')}
        value={value}
        onChange={onChange}
        input={{ type: inputTypes[type], step: 'any', autocomplete: 'off' }}
      />
    )
  }
  return (
    <>
      <TextField
        label={t('filters.value')}
        value={value}
        onChange={onChange}
        {...(isList ? { hint: t('filters.several') } : {})}
        input={{ list: listId, autocomplete: 'off', spellcheck: false }}
      />
      <datalist id={listId}>
        {values?.map((one) => (
          <option key={one} value={isList ? joinValues([one]) : one} />
        ))}
      </datalist>
    </>
  )
}
