// A Bloom filter over session ids: tells at once that a session is certainly new.

const bitsPerSession = 12
const probes = 8

/**
 * Session ids are name-based UUIDs, so their bits are already uniform and serve as the hashes.
 * With 12 bits a session about 3 in 1,000 new sessions are looked up for nothing.
 */
export class SessionFilter {
  private readonly bits: Uint32Array
  private readonly size: number

  /** `expected`: how many sessions it should hold before false answers grow. */
  constructor(expected: number) {
    this.size = Math.max(1 << 16, expected * bitsPerSession)
    this.bits = new Uint32Array(Math.ceil(this.size / 32))
  }

  add(uuid: string): void {
    for (const bit of this.probesOf(uuid)) this.bits[bit >>> 5] = this.word(bit) | (1 << (bit & 31))
  }

  /** False: certainly never added. True: probably added. */
  has(uuid: string): boolean {
    return this.probesOf(uuid).every((bit) => (this.word(bit) & (1 << (bit & 31))) !== 0)
  }

  private word(bit: number): number {
    return this.bits[bit >>> 5] as number
  }

  private probesOf(uuid: string): number[] {
    const first = Number.parseInt(uuid.slice(0, 8), 16)
    const step = Number.parseInt(uuid.slice(24, 32), 16) | 1
    return Array.from({ length: probes }, (_, index) => (first + index * (step >>> 0)) % this.size)
  }
}
