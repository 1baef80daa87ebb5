// Regular expressions of filters, which only the server can check: it has a grammar of its own.

import { type Answer, ask, type Problem } from '../state/api.ts'
import { type Filter, filterQuery, noFilters } from './filter.ts'

/** Whether the server can use the patterns among filters; its refusal when it cannot. */
export async function checkPatterns(
  targetId: string,
  filters: readonly Filter[],
): Promise<Answer<null>> {
  const list = filters.filter(({ operator }) => operator === 're' || operator === 'nre')
  if (list.length === 0) return { ok: true, value: null }
  // Patterns are checked before anything is counted, and in this range there is nothing to count.
  const query = {
    startAt: 0,
    endAt: 0,
    ...filterQuery({ ...noFilters, list }),
  }
  const answer = await ask(`/api/websites/${targetId}/stats`, { query })
  // Other refusals are not about patterns.
  const isRefused = !answer.ok && answer.problem.kind === 'invalid'
  return isRefused ? refused(answer.problem) : { ok: true, value: null }
}

const refused = (problem: Problem): Answer<null> => ({ ok: false, problem })
