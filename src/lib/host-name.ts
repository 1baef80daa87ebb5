// Hosts as people read them.

// Parameters of Punycode, RFC 3492.
const base = 36
const lowest = 1
const highest = 26
const skew = 38
const damp = 700
const firstCode = 128

/** Punycode counts a to z as 0 to 25, then the digits; base 36 has them the other way round. */
const readDigit = (letter: string): number => {
  const digit = Number.parseInt(letter, base)
  return digit < 10 ? digit + 26 : digit - 10
}

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / points)
  let steps = 0
  for (; rest > ((base - lowest) * highest) / 2; steps += base) {
    rest = Math.floor(rest / (base - lowest))
  }
  return steps + Math.floor(((base - lowest + 1) * rest) / (rest + skew))
}

/** The text of a label without its xn--; `null` for what is no Punycode. */
function decodeLabel(code: string): string | null {
  const end = code.lastIndexOf('-')
  const points = [...code.slice(0, Math.max(0, end))].map((letter) => letter.charCodeAt(0))
  let at = end + 1
  let point = firstCode
  let bias = 72
  for (let index = 0; at < code.length; index++) {
    const before = index
    for (let weight = 1, step = base; ; step += base) {
      const digit = readDigit(code[at++] ?? '')
      if (Number.isNaN(digit)) return null
      index += digit * weight
      const limit = Math.min(highest, Math.max(lowest, step - bias))
      if (digit < limit) break
      weight *= base - limit
    }
    const length = points.length + 1
    bias = adapt(index - before, length, before === 0)
    point += Math.floor(index / length)
    if (point > 0x10ffff) return null
    index %= length
    points.splice(index, 0, point)
  }
  return String.fromCodePoint(...points)
}

/** Letters of one alphabet each: a label that mixes them could pass for another. */
const alphabets = [
  /^[\p{Script=Latin}\p{N}-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Arabic}\p{N}-]+$/u,
  /^[\p{Script=Hebrew}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}\d-]+$/u,
  /^[\p{Script=Thai}\d-]+$/u,
  /^[\p{Script=Devanagari}\p{N}-]+$/u,
]

/** Cyrillic looks like Latin letter by letter; a label needs one that does not. */
const cyrillic = /^[\p{Script=Cyrillic}\d-]*[бгджзилмнптфцчшщъыьэюяєїґ][\p{Script=Cyrillic}\d-]*$/iu

const isClear = (label: string): boolean =>
  cyrillic.test(label) || alphabets.some((alphabet) => alphabet.test(label))

function labelName(label: string): string {
  if (!label.startsWith('xn--')) return label
  const text = decodeLabel(label.slice(4))
  if (text === null || !isClear(text)) return label
  // What is encoded in another way than browsers do it is no name of a host.
  return new URL(`http://${text}/`).hostname === label ? text : label
}

/** A host in its own letters: xn--mller-kva.de is müller.de. What could pass for another stays. */
export const hostName = (host: string): string =>
  host.includes('xn--') ? host.split('.').map(labelName).join('.') : host
