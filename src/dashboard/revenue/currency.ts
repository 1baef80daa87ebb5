// The currency that revenue is shown in.

import { useAnswer } from '../state/answer.ts'
import { usePlace } from '../state/location.ts'
import { opensSection, statisticPath, useSource } from '../state/source.ts'
import type { View } from '../state/view.ts'

interface Field {
  propertyName: string
  value: string | null
}

interface Currencies {
  /** The chosen one, else the most frequent one; `null` while that is being found out. */
  chosen: string | null
  /** Those that were paid in, the most frequent first. */
  used: string[]
}

const fallback = 'USD'

/** Currencies that events of the range name in their data, and the one to show. */
export function useCurrencies(view: View): Currencies {
  const source = useSource()
  const { query } = usePlace()
  const wanted = query.get('currency')?.trim().toUpperCase()
  const fields = useAnswer<Field[]>(
    opensSection(source, 'events') ? statisticPath(source, 'event-data/fields') : null,
    { query: view.query },
  )
  const named = (fields.value ?? []).flatMap(({ propertyName, value }) =>
    propertyName === 'currency' && value ? [value.trim().toUpperCase()] : [],
  )
  const used = [...new Set(named)]
  const isKnown = fields.value !== undefined || !fields.isLoading
  return { chosen: wanted || (isKnown ? (used[0] ?? fallback) : null), used }
}
