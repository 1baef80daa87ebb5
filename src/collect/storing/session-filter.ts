// A Bloom filter over session ids: tells at once that a session is certainly new.

const bitsPerSession = 12
const probes = 8

/**
 * Session ids are name-based UUIDs, so their bits are already uniform and serve as the hashes.
 * With 12 bits a session about 3 in 1,000 new sessions are looked up for nothing.
 */
export class SessionFilter {
  private readonly size: number

  private constructor(private readonly bits: Uint32Array) {
    this.size = bits.length * 32
  }

  /** An empty one. `expected`: how many sessions it should hold before false answers grow. */
  static for(expected: number): SessionFilter {
    return new SessionFilter(new Uint32Array(Math.ceil((expected * bitsPerSession) / 32) + 2_048))
  }

  /** The one whose `bytes` these are. */
  static of(bytes: Uint8Array): SessionFilter {
    // Copied, because words must begin at a multiple of four.
    return new SessionFilter(new Uint32Array(new Uint8Array(bytes).buffer))
  }

  /** All it knows. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.bits.buffer, this.bits.byteOffset, this.bits.byteLength)
  }

  /** How many sessions it should hold. */
  get expected(): number {
    return Math.floor(this.size / bitsPerSession)
  }

  add(uuid: string): void {
    this.mark(firstOf(uuid), stepOf(uuid))
  }

  /** Adds UUIDs of four 32-bit words each, the last word holding the first eight digits. */
  addWords(words: Uint32Array): void {
    for (let at = 0; at + 3 < words.length; at += 4) {
      const [low, middle, first] = [words[at], words[at + 1], words[at + 3]] as [
        number,
        number,
        number,
      ]
      // The same digits that `stepOf` takes: the last four of one word, the first four of the other.
      this.mark(first, (((middle & 0xffff) << 16) | (low >>> 16) | 1) >>> 0)
    }
  }

  /** False: certainly never added. True: probably added. */
  has(uuid: string): boolean {
    const [first, step] = [firstOf(uuid), stepOf(uuid)]
    for (let probe = 0; probe < probes; probe++) {
      const bit = (first + probe * step) % this.size
      if ((this.word(bit) & (1 << (bit & 31))) === 0) return false
    }
    return true
  }

  private mark(first: number, step: number): void {
    for (let probe = 0; probe < probes; probe++) {
      const bit = (first + probe * step) % this.size
      this.bits[bit >>> 5] = this.word(bit) | (1 << (bit & 31))
    }
  }

  private word(bit: number): number {
    return this.bits[bit >>> 5] as number
  }
}

const firstOf = (uuid: string): number => Number.parseInt(uuid.slice(0, 8), 16)
const stepOf = (uuid: string): number => (Number.parseInt(uuid.slice(24, 32), 16) | 1) >>> 0
