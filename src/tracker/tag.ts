// What the script tag says. Read once, at load, while `document.currentScript` still names it.

import { isCounted } from './counted.ts'
import { ofDocument } from './document.ts'

// Both names are left free in the bundle and replaced by literals when the script is served.
declare const FOOTFALL_COLLECT_ENDPOINT: string
declare const FOOTFALL_SCRIPT_DEPTH: number

const tagsLike = (selector: string): Element[] => [
  ...ofDocument('querySelectorAll').call(document, `${selector}[data-website-id]`),
]

// Module scripts and scripts inside another bundle have no currentScript: theirs is the first tag
// that nobody counts for.
const script = (ofDocument('currentScript') ||
  [...tagsLike('script[type=module]'), ...tagsLike('script')].find(
    (element) => !isCounted(`${element.getAttribute('data-website-id')}`),
  )) as HTMLScriptElement | undefined

// An element of this name shows up in the window as well, but not as its own.
const settings = (Reflect.getOwnPropertyDescriptor(window, 'umamiConfig')?.value ?? {}) as Record<
  string,
  unknown
>

/** What the tag says, else the page's settings: `host-url` is their `hostUrl`. */
const attribute = (name: string): string | undefined => {
  const camelName = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const value = script?.getAttribute(`data-${name}`) ?? settings[camelName]
  return `${value ?? ''}` || undefined
}

const isTrue = (name: string): boolean => attribute(name) === 'true'
const isNotFalse = (name: string): boolean => attribute(name) !== 'false'

export const website = attribute('website-id')
export const tag = attribute('tag')
export const distinctId = attribute('distinct-id')
export const beforeSend = attribute('before-send')
export const domains = attribute('domains')
  ?.split(',')
  .map((domain) => domain.trim())
export const credentials = (attribute('fetch-credentials') || 'omit') as RequestCredentials
export const excludesSearch = isTrue('exclude-search')
export const excludesHash = isTrue('exclude-hash')
export const respectsDoNotTrack = isTrue('do-not-track')
export const wantsVitals = isTrue('performance')
export const tracksAutomatically = isNotFalse('auto-track')
export const tracksPageViews = isNotFalse('auto-pageview')

/** Where messages go: next to the script itself, unless the tag names another host. */
export const endpoint =
  (
    attribute('host-url') ||
    (script?.src || '')
      .replace(/[?#].*/, '')
      .split('/')
      .slice(0, -FOOTFALL_SCRIPT_DEPTH)
      .join('/')
  ).replace(/\/$/, '') + FOOTFALL_COLLECT_ENDPOINT
