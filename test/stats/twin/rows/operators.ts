// Operators of filters on texts, the slow and obvious way.

/** The language of a tag: up to three letters before a separator, else its first two characters. */
export function toLanguage(tag: string): string {
  const [letters = ''] = tag.split(/[-_.@]/)
  const isLanguage = /^[a-z]{1,3}$/i.test(letters)
  return (isLanguage ? letters : [...tag].slice(0, 2).join('')).toLowerCase()
}

/** Values between commas, letter by letter; a backslash makes a comma, or one before it, a letter. */
function valuesIn(text: string): string[] {
  const values = ['']
  for (let at = 0; at < text.length; at += 1) {
    const isEscape = text[at] === '\\' && /^\\+,/.test(text.slice(at)) && at + 1 < text.length
    if (text[at] === ',') values.push('')
    else values.push(values.pop() + (text[isEscape ? ++at : at] ?? ''))
  }
  return values
}

/** `isLanguage`: a value without a region stands for all regions of that language. */
export function isTrue(operator: string, text: string, value: string, isLanguage = false): boolean {
  const isListed = valuesIn(value).some((one) =>
    isLanguage && (one.length === 3 ? /^[a-z]+$/i.test(one) : one !== '' && one.length < 3)
      ? toLanguage(text) === one.toLowerCase()
      : text === one,
  )
  const isInside = text.toLowerCase().includes(value.toLowerCase())
  switch (operator) {
    case 'eq':
      return isListed
    case 'neq':
      return !isListed
    case 'c':
      return isInside
    case 'dnc':
      return !isInside
    case 're':
      return new RegExp(value, 'i').test(text)
    default:
      return !new RegExp(value, 'i').test(text)
  }
}
