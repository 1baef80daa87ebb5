// The period that a statistic is compared with: one that the request names, or a chosen one.

import { badRequest } from '../../errors.ts'
import { instant } from '../../http/input/fields.ts'
import { type Compare, comparedRange } from '../../time/comparison.ts'
import { assertOrder } from '../query/range-input.ts'
import type { Scope } from '../query/scope.ts'

/** Query fields of a period of the caller's own, next to `compare`. */
export const comparedFields = {
  compareStartAt: instant('Start of a period to compare with, instead of `compare`.'),
  compareEndAt: instant('End of that period, epoch milliseconds, inclusive.'),
}

export interface ComparedInput {
  compare?: Compare
  compareStartAt?: number
  compareEndAt?: number
}

/**
 * The scope of the compared period: the one that is named, else the one before the range, or a year
 * before. Throws 400 for one bound alone, or for a period that ends before it starts.
 */
export function toComparedScope(
  scope: Scope,
  { compare = 'prev', compareStartAt: startAt, compareEndAt: endAt }: ComparedInput,
): Scope {
  if (startAt === undefined && endAt === undefined) {
    return { ...scope, ...comparedRange(scope, compare) }
  }
  if (startAt === undefined || endAt === undefined) {
    throw badRequest('compareStartAt and compareEndAt must be provided together')
  }
  assertOrder({ startAt, endAt })
  return { ...scope, startAt, endAt }
}
