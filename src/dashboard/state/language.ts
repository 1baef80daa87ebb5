// The languages of the page, and the one in use.

import { readStored } from './storage.ts'

/** Languages by code, named in themselves. */
export const languages = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const
export type Language = keyof typeof languages

const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

export const isRightToLeft = (code: string): boolean => code === 'ar'

/** The chosen language, else the first of the browser's that exists here, else English. */
export function readLanguage(): Language {
  const wanted = [readStored('language') ?? '', ...navigator.languages]
  return wanted.map((code) => code.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** The locale for numbers and dates: the browser's variant of the language in use, such as en-GB. */
export function toLocale(language: Language): string {
  return navigator.languages.find((code) => code.slice(0, 2).toLowerCase() === language) ?? language
}
