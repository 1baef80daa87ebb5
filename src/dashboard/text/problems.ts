// What went wrong, in words for the reader.

import type { Problem } from '../state/api.ts'
import { type MessageKey, t } from './messages.ts'
import { fieldText, refusalText } from './refusals.ts'

const keys: Record<Problem['kind'], MessageKey> = {
  offline: 'problem.offline',
  denied: 'problem.denied',
  missing: 'problem.missing',
  invalid: 'problem.invalid',
  busy: 'problem.busy',
  server: 'problem.server',
}

/** A sentence in the reader's language. */
export function problemText(problem: Problem): string {
  const isOdd = problem.kind === 'denied' || problem.kind === 'missing'
  const refusal = isOdd ? null : refusalText(problem)
  if (refusal !== null) return refusal
  const texts = Object.entries(problem.fields).map(([name, text]) => fieldText(name, text))
  const said = new Set(texts.filter((text) => text !== null))
  return said.size > 0 && said.size === new Set(texts).size
    ? [...said].join(' ')
    : t(keys[problem.kind])
}

/** What the server says beyond that sentence, in its own language; `null` for nothing. */
export function problemDetail(problem: Problem): string | null {
  if (problem.kind !== 'invalid' || refusalText(problem) !== null) return null
  const fields = Object.entries(problem.fields)
  const unknown = fields.filter(([name, text]) => fieldText(name, text) === null)
  if (unknown.length > 0) return unknown.map(([name, text]) => `${name}: ${text}`).join(' · ')
  const isPlain = fields.length > 0 || ['', 'Bad request'].includes(problem.message)
  return isPlain ? null : problem.message
}

/** The text below each field of a form, by its name. */
export const fieldTexts = ({ fields }: Problem): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, fieldText(name, text) ?? t('wrong.value')]),
  )

/** Whether the same request may succeed when it is made again. */
export const mayPass = ({ kind }: Problem): boolean =>
  kind === 'offline' || kind === 'busy' || kind === 'server'
