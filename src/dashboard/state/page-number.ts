/** The page of a list that an address names under `name`, from 1. */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
