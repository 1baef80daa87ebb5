// The address bar: where the page is, and how it changes without loading the page again.

import { signal, useSignal } from './signal.ts'

/** Prefix of every address, such as /stats; empty at the root. */
export const basePath =
  document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? ''

export interface PageLocation {
  /** Without the base path. */
  path: string
  query: URLSearchParams
}

function readLocation(): PageLocation {
  const path = location.pathname.slice(basePath.length).replace(/(.)\/+$/, '$1')
  return { path: path || '/', query: new URLSearchParams(location.search) }
}

const present = signal<PageLocation>(readLocation())
let isGoingBack = false
addEventListener('popstate', () => {
  isGoingBack = false
  present.write(readLocation())
})

export const usePageLocation = (): PageLocation => useSignal(present)
export const presentPath = (): string => present.read().path

/** An address of the page for a link. */
export const toAddress = (path: string): string => basePath + path

/** Marks a step of the history that opened something over the page. */
const overlay = 'overlay'

interface Step {
  /** Leaves no step to go back to. */
  replace?: boolean
  /** Stays with the step when its address is replaced. */
  mark?: typeof overlay | null
}

const isFramed = window.self !== window.top
const isShared = (path: string): boolean => path.startsWith('/share/')

/** Goes to a path (with its query). */
export function go(path: string, { replace = false, mark = null }: Step = {}): void {
  const target = toAddress(path)
  if (target === location.pathname + location.search) return
  if (isFramed && isShared(presentPath()) && !isShared(path)) {
    // Only share pages may be framed, which the browser checks when it loads a page.
    open(target, '_blank', 'noopener')
    return
  }
  const isOtherPage = new URL(target, location.href).pathname !== location.pathname
  if (replace) history.replaceState(isOtherPage ? null : history.state, '', target)
  else history.pushState(mark, '', target)
  present.write(readLocation())
  if (isOtherPage && !replace) scrollTo(0, 0)
}

/** The present path with other query values; `null` removes one. */
export function pathWith(changes: Record<string, string | null>): string {
  const { path, query } = present.read()
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text ? `${path}?${text}` : path
}

/** Changes values of the query in place. */
export function goWith(changes: Record<string, string | null>, options = { replace: false }): void {
  go(pathWith(changes), options)
}

/** Opens something over the page by query values, so that a step back closes it. */
export const openWith = (changes: Record<string, string | null>): void =>
  go(pathWith(changes), { mark: overlay })

/** Closes it: goes back where it was opened from here, else takes its query values away. */
export function closeWith(changes: Record<string, null>): void {
  if (history.state !== overlay) {
    goWith(changes, { replace: true })
  } else if (!isGoingBack) {
    // A second click before this step is done would leave the page.
    isGoingBack = true
    history.back()
  }
}

/** Follows plain clicks on links within the page without loading it again. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link?.href || link.target || link.hasAttribute('download')) return
    const { origin, pathname, search, hash } = new URL(link.href)
    // A part of this page.
    if (hash !== '' && pathname + search === location.pathname + location.search) return
    if (origin !== location.origin || !pathname.startsWith(`${basePath}/`)) return
    // These are answered by the server, not by this page.
    if (/^\/(api|openapi|q|p|assets)(\/|$)|\.js$/.test(pathname.slice(basePath.length))) return
    event.preventDefault()
    go(pathname.slice(basePath.length) + search)
  })
}
