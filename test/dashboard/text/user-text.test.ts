import { describe, expect, test } from 'bun:test'
import { typeable, visible } from '../../../src/dashboard/text/user-text.ts'

describe('recorded text', () => {
  test.each([
    ['/pricing', '/pricing'],
    ['/\u202ecod.exe', '/[U+202E]cod.exe'],
    ['a\u0000b\u2067c', 'a[U+0000]b[U+2067]c'],
    ['متجر', 'متجر'],
    ['👩‍💻', '👩‍💻'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test.each([
    [' lead ', 'lead'],
    ['My  big\u00a0site', 'My big site'],
    ['Shop\u202egnp\u200b', 'Shopgnp'],
  ])('to confirm %j one types %j', (name, typed) => {
    expect(typeable(name)).toBe(typed)
  })
})
