// What the page says, in the language in use.

import { en, type Message, type MessageKey, type Messages } from '../messages/en.ts'
import { isRightToLeft, type Language, readLanguage, toLocale } from '../state/language.ts'
import { signal, useSignal } from '../state/signal.ts'
import { store } from '../state/storage.ts'
import { hasRightToLeft, visible } from './user-text.ts'

export type { MessageKey }

interface LanguageInUse {
  language: Language
  /** For Intl. */
  locale: string
  messages: Messages
}

const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  de: async () => (await import('../messages/de.ts')).de,
  ar: async () => (await import('../messages/ar.ts')).ar,
}

export const languageInUse = signal<LanguageInUse>({
  language: 'en',
  locale: toLocale('en'),
  messages: en,
})

/** Loads the messages of a language and puts it into use. */
export async function loadLanguage(language: Language = readLanguage()): Promise<void> {
  const messages = await loaders[language]()
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  const locale = toLocale(language)
  languageInUse.write({ language, locale, messages: withDigits(messages, locale) })
}

/** Messages with the digits that the locale writes numbers with, but within words such as p50. */
function withDigits(messages: Messages, locale: string): Messages {
  const { format } = new Intl.NumberFormat(locale, { useGrouping: false })
  if (format(0) === '0') return messages
  const change = (text: string) =>
    text.replace(/(?<![\w.])\d+(?!\w)/g, (digits) => format(Number(digits)))
  const changed = Object.entries<Message>(messages).map(([key, message]) => [
    key,
    typeof message === 'string'
      ? change(message)
      : Object.fromEntries(Object.entries(message).map(([rule, text]) => [rule, change(text)])),
  ])
  return Object.fromEntries(changed)
}

export async function chooseLanguage(language: Language): Promise<void> {
  store('language', language)
  await loadLanguage(language)
}

export type Values = Record<string, string | number>

/** The message of a key, its places filled. `count` also chooses the plural form. */
export function t(key: MessageKey, values: Values = {}): string {
  const { messages, locale } = languageInUse.read()
  const message = messages[key]
  const text = typeof message === 'string' ? message : pickPlural(message, values.count, locale)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? whole)
  })
}

/** Kept by locale: making one takes longer than all else about a message, and a page has hundreds. */
const pluralRules = new Map<string, Intl.PluralRules>()

function pickPlural(
  message: Exclude<Message, string>,
  count: string | number | undefined,
  locale: string,
): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return message[rules.select(Number(count ?? 0))] ?? message.other
}

/** A recorded text within a sentence: it keeps its own direction, and the sentence its own. */
export const isolated = (text: string): string =>
  isRightToLeft(languageInUse.read().language) || hasRightToLeft(text)
    ? `\u2068${visible(text)}\u2069`
    : visible(text)

/** The language in use; the component is drawn again when it changes. */
export const useLanguage = (): LanguageInUse => useSignal(languageInUse)
