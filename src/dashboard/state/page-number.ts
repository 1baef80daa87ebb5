/** The page of a list that an address names, from 1. */
export function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
