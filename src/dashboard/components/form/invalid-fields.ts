// What is wrong with the fields of a form before it is sent, in the reader's language.

import { createContext } from 'preact'
import { type MessageKey, t } from '../../text/messages.ts'

/** A text for each field that is not valid, by its id. */
export const InvalidFields = createContext<Record<string, string>>({})

const keys: readonly [keyof ValidityState, MessageKey][] = [
  ['valueMissing', 'wrong.missing'],
  ['typeMismatch', 'wrong.url'],
  ['tooShort', 'wrong.short'],
  ['tooLong', 'wrong.long'],
  ['rangeUnderflow', 'wrong.small'],
  ['rangeOverflow', 'wrong.big'],
]

function explainInput(input: HTMLInputElement): string {
  const key = keys.find(([name]) => input.validity[name])?.[1] ?? 'wrong.value'
  const limits: Partial<Record<MessageKey, number>> = {
    'wrong.short': input.minLength,
    'wrong.long': input.maxLength,
    'wrong.small': Number(input.min),
    'wrong.big': Number(input.max),
  }
  return t(key, { count: limits[key] ?? 0 })
}

/** The fields of a form that are not valid, in their order. */
export function findInvalid(form: HTMLFormElement): Record<string, string> {
  const inputs = [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.id !== '' && !element.validity.valid,
  )
  return Object.fromEntries(inputs.map((input) => [input.id, explainInput(input)]))
}
