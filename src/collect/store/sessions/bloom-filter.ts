// A Bloom filter that grows: says at once that a key was certainly never added.

const bitsPerKey = 12
const probes = 8

/**
 * A set of keys, each given as two hash words of 32 bits. With 12 bits a key about 3 in 1,000 keys that
 * were never added are taken for known ones. When a part holds as many keys as it is made for, a part
 * of twice its size is begun, so that this stays so.
 */
export class BloomFilter {
  private readonly parts: Part[]

  /** An empty one with room for `capacity` keys to begin with. */
  constructor(capacity: number) {
    this.parts = [new Part(new Uint32Array(Math.ceil((capacity * bitsPerKey) / 32) + 1))]
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.parts.reduce((sum, part) => sum + part.bits.byteLength, 0)
  }

  add(first: number, second: number): void {
    let last = this.parts.at(-1) as Part
    if (last.isFull) {
      last = new Part(new Uint32Array(last.bits.length * 2))
      this.parts.push(last)
    }
    last.add(first, second | 1)
  }

  /** False: certainly never added. True: probably added. */
  has(first: number, second: number): boolean {
    return this.parts.some((part) => part.has(first, second | 1))
  }

  /** All it knows, for `BloomFilter.read`. */
  write(): Uint8Array {
    const head = new Uint32Array([
      this.parts.length,
      ...this.parts.flatMap(({ bits, count }) => [bits.length, count]),
    ])
    return Buffer.concat([head, ...this.parts.map(({ bits }) => bits)].map(toBytes))
  }

  /** The filter that was written to these bytes; `null` when they are none. */
  static read(bytes: Uint8Array): BloomFilter | null {
    if (bytes.length < 4 || bytes.length % 4 !== 0) return null
    // Copied, because words must begin at a multiple of four.
    const words = new Uint32Array(new Uint8Array(bytes).buffer)
    const filter = new BloomFilter(0)
    filter.parts.length = 0
    let at = 1 + 2 * (words[0] as number)
    for (let part = 0; part < (words[0] as number); part++) {
      const [length = 0, count = 0] = words.subarray(1 + 2 * part, 3 + 2 * part)
      filter.parts.push(new Part(words.slice(at, at + length), count))
      at += length
    }
    return at === words.length && filter.parts.length > 0 ? filter : null
  }
}

const toBytes = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength)

class Part {
  private readonly size: number

  constructor(
    readonly bits: Uint32Array,
    /** How many keys were added. */
    public count = 0,
  ) {
    this.size = bits.length * 32
  }

  get isFull(): boolean {
    return this.count * bitsPerKey >= this.size
  }

  add(first: number, step: number): void {
    this.count++
    for (let probe = 0; probe < probes; probe++) {
      const bit = (first + probe * (step >>> 0)) % this.size
      this.bits[bit >>> 5] = (this.bits[bit >>> 5] as number) | (1 << (bit & 31))
    }
  }

  has(first: number, step: number): boolean {
    for (let probe = 0; probe < probes; probe++) {
      const bit = (first + probe * (step >>> 0)) % this.size
      if (((this.bits[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false
    }
    return true
  }
}
