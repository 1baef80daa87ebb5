import type { Revenue } from './hit.ts'
import { storable } from './text.ts'

// decimal(19, 4) has 15 digits before its point.
const amountLimit = 1e15

/**
 * The revenue of an event: top-level `revenue` above zero, a number or a text with one, together
 * with a `currency`. `null` when it has none; refunds count as none.
 */
export function readRevenue({ revenue, currency }: Record<string, unknown>): Revenue | null {
  const isNumeric = typeof revenue === 'number' || typeof revenue === 'string'
  if (!isNumeric || typeof currency !== 'string') return null
  const amount = Number(Number(revenue).toFixed(4))
  const code = storable(currency.trim().toUpperCase(), 10)
  return amount > 0 && amount < amountLimit && code !== '' ? { currency: code, amount } : null
}
