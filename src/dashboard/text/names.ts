// Names that people know for the codes that are recorded.

import { languageInUse } from './messages.ts'
import { subdivisionName } from './region-names.ts'

const lists = new Map<string, Intl.DisplayNames>()

function nameIn(type: 'region' | 'language' | 'currency', code: string): string {
  const { locale } = languageInUse.read()
  const key = `${locale} ${type}`
  const list = lists.get(key) ?? new Intl.DisplayNames(locale, { type, fallback: 'code' })
  lists.set(key, list)
  try {
    return list.of(code) ?? code
  } catch {
    // What was recorded is no code.
    return code
  }
}

/** A country by its two letters. */
export const countryName = (code: string): string => nameIn('region', code)

/** A language by its tag, such as en or pt-BR. */
export const languageName = (code: string): string => nameIn('language', code)

/** A currency by its code, with the code: USD – US Dollar. */
export function currencyName(code: string): string {
  const name = nameIn('currency', code)
  return name === code ? code : `${code} – ${name}`
}

/**
 * Regions are recorded as country and subdivision: US-CA is California, United States. Components
 * that show regions call `useRegionNames`; until names are loaded, and without one, codes are shown.
 */
export function regionName(code: string, country: string | null | undefined): string {
  const [first, ...rest] = code.split('-')
  const place = country ?? (rest.length > 0 ? first : null)
  const part = rest.length > 0 ? rest.join('-') : code
  const own = subdivisionName(`${place}-${part}`) ?? part
  return place ? `${own}, ${countryName(place)}` : own
}

const browsers: Record<string, string> = {
  android: 'Android browser',
  'android-webview': 'Android WebView',
  chrome: 'Chrome',
  'chromium-webview': 'Chrome WebView',
  crios: 'Chrome (iOS)',
  edge: 'Edge (legacy)',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge (iOS)',
  facebook: 'Facebook',
  firefox: 'Firefox',
  fxios: 'Firefox (iOS)',
  ie: 'Internet Explorer',
  instagram: 'Instagram',
  ios: 'Safari (iOS)',
  'ios-webview': 'iOS WebView',
  opera: 'Opera',
  'opera-mini': 'Opera Mini',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  silk: 'Silk',
  yandexbrowser: 'Yandex Browser',
}

/** A browser by its recorded word. */
export const browserName = (word: string): string => browsers[word] ?? word
