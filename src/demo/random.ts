// Numbers that look random and depend on the seed alone, so that the same demo can be made again.

/** A small fast counting generator (sfc32, of Chris Doty-Humphrey's PractRand) with 128 bits of state. */
export class Random {
  private a: number
  private b = 0
  private c = 0x9e3779b9
  private counter = 1

  constructor(seed: number) {
    this.a = seed | 0
    this.b = Math.floor(seed / 2 ** 32) | 0
    // Seeds that are near each other need some rounds to part.
    for (let round = 0; round < 16; round++) this.next()
  }

  /** A whole number from 0 to 2³² − 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 to below 1. */
  unit(): number {
    return this.next() / 2 ** 32
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.unit() * count)
  }

  /** Whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.unit() < probability
  }

  /** One of the things, each as likely. */
  oneOf<Thing>(things: readonly Thing[]): Thing {
    return things[this.below(things.length)] as Thing
  }

  /**
   * A rank from 0 to below `count` by a power law: the second is drawn half as often as the first,
   * the hundredth a hundredth as often.
   */
  rank(count: number): number {
    return Math.min(count, Math.floor((count + 1) ** this.unit())) - 1
  }

  /** Lower-case hexadecimal digits, eight per word. */
  hex(words: number): string {
    let text = ''
    for (let word = 0; word < words; word++) text += this.next().toString(16).padStart(8, '0')
    return text
  }

  /** A UUID in the form of session ids. */
  uuid(): string {
    const digits = this.hex(4)
    const variant = '89ab'[this.next() & 3]
    return (
      `${digits.slice(0, 8)}-${digits.slice(8, 12)}-5${digits.slice(13, 16)}-` +
      `${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
    )
  }
}
