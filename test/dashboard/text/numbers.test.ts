import { afterEach, describe, expect, test } from 'bun:test'

// The page's language is the browser's, and there is no browser here.
Object.defineProperty(navigator, 'languages', { value: ['en-US'], configurable: true })
const { en } = await import('../../../src/dashboard/messages/en.ts')
const { languageInUse } = await import('../../../src/dashboard/text/messages.ts')
const { shortMoney, shortNumber } = await import('../../../src/dashboard/text/numbers.ts')

const speak = (language: 'en' | 'de', locale: string) =>
  languageInUse.write({ language, locale, messages: en })

afterEach(() => speak('en', 'en-US'))

describe('rounded numbers say that they are rounded', () => {
  test.each([
    ['en', 'en-US', 9999, '9,999'],
    ['en', 'en-US', 21_076, '21.1K'],
    ['de', 'de-DE', 21_076, '21.076'],
    ['de', 'de-DE', 1_234_567, '1,23\u00a0Mio.'],
  ] as const)('%s (%s): %d is %s', (language, locale, value, text) => {
    speak(language, locale)
    expect(shortNumber(value)).toBe(text)
  })

  test.each([
    ['en', 'en-US', 18_998.97, '$19K'],
    ['de', 'de-DE', 18_998.97, '18.998,97\u00a0$'],
  ] as const)('money in %s (%s): %d is %s', (language, locale, value, text) => {
    speak(language, locale)
    expect(shortMoney(value, 'USD')).toBe(text)
  })
})
