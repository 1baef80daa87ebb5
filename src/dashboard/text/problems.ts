// What went wrong, in words for the reader.

import type { Problem } from '../state/api.ts'
import { type MessageKey, t } from './messages.ts'

const keys: Record<Problem['kind'], MessageKey> = {
  offline: 'problem.offline',
  denied: 'problem.denied',
  missing: 'problem.missing',
  invalid: 'problem.invalid',
  busy: 'problem.busy',
  server: 'problem.server',
}

/** A sentence; what was sent wrongly is told in the server's own words. */
export function problemText(problem: Problem): string {
  if (problem.kind !== 'invalid') return t(keys[problem.kind])
  const fields = Object.entries(problem.fields).map(([name, text]) => `${name}: ${text}`)
  return fields.length > 0 ? fields.join(' · ') : problem.message || t('problem.invalid')
}
