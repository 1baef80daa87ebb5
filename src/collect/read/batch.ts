// The body of /api/batch: many bodies of /api/send, stored as one group.

import { AppError, badRequest, type ErrorBody, errorBody, type Problems } from '../../errors.ts'
import type { Sender } from '../../http/client/forwarding.ts'
import { tooBig, wrongType } from '../../http/input/sentences.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Collector } from '../collector.ts'
import { collectHit, Dropped, type Receipt } from '../pipeline.ts'
import { isErrorReport, parseSendBody } from './payload.ts'

export const maxBatchItems = 500

export interface BatchAnswer {
  /** Items received. */
  size: number
  /** Items that did not fail; those of bots count. */
  processed: number
  errors: number
  /** One entry per failure, with the item's place in the list. */
  details: { index: number; response: ErrorBody }[]
  /** Token of the first item that was stored. */
  cache: string | null
}

/**
 * Records the items of a parsed body, in order. Throws 400 when the body is no list of objects, and
 * 503 when not one item could be stored for lack of room.
 */
export async function collectBatch(
  collector: Collector,
  sender: Sender,
  body: unknown,
): Promise<BatchAnswer> {
  const items = parseBatch(body)
  // Nobody is waited for in between: all items reach the writer together and share its group.
  const outcomes = await Promise.all(items.map((item) => collectItem(collector, sender, item)))
  const failures = outcomes.flatMap((outcome, index) =>
    outcome instanceof AppError ? [{ index, error: outcome }] : [],
  )
  const first = failures[0]?.error
  if (first && failures.length === items.length && isUnavailable(failures)) throw first
  return {
    size: items.length,
    processed: items.length - failures.length,
    errors: failures.length,
    details: failures.map(({ index, error }) => ({ index, response: errorBody(error) })),
    cache: outcomes.find(isReceipt)?.cache ?? null,
  }
}

const isUnavailable = (failures: { error: AppError }[]): boolean =>
  failures.every(({ error }) => error.kind === 'unavailable')

const isReceipt = (outcome: Receipt | AppError | null): outcome is Receipt =>
  outcome !== null && !(outcome instanceof AppError)

/** The receipt of a stored item, the error of a failed one, `null` for one that is left out. */
async function collectItem(
  collector: Collector,
  sender: Sender,
  item: unknown,
): Promise<Receipt | AppError | null> {
  if (isErrorReport(item)) return null
  const parsed = parseSendBody(item)
  if (parsed instanceof AppError) return parsed
  try {
    const outcome = await collectHit(collector, sender, parsed)
    return outcome instanceof Dropped ? outcome.error : outcome
  } catch (cause) {
    if (cause instanceof AppError) return cause
    // The other items may well be stored, so the batch as a whole is answered.
    collector.log.error('Item of a batch failed', { error: cause })
    return new AppError('server-error', undefined, { cause })
  }
}

function parseBatch(body: unknown): Record<string, unknown>[] {
  const items = readList(body)
  if (!items) throw badRequest(undefined, { errors: [wrongType('array', body)] })
  if (items.length > maxBatchItems) {
    throw badRequest(undefined, { errors: [tooBig('array', maxBatchItems)] })
  }
  if (items.every(isObject)) return items
  const problems = items.map(
    (item): Problems => ({ errors: isObject(item) ? [] : [wrongType('object', item)] }),
  )
  throw badRequest(undefined, { errors: [], items: problems })
}

/** A list, or the object with the keys 0 to n − 1 that a published client makes of one. */
function readList(body: unknown): unknown[] | null {
  if (Array.isArray(body)) return body
  if (!isObject(body)) return null
  const keys = Object.keys(body)
  // Numeric keys come in ascending order.
  return keys.every((key, index) => key === String(index)) ? Object.values(body) : null
}
