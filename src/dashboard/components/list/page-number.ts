import { goWith } from '../../state/location.ts'

/** The page of a list that an address names under `name`, from 1. */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** Turns to another page of the list, from 1; back leads to this one. */
export const turnToPage = (page: number): void => goWith({ page: page === 1 ? null : String(page) })
