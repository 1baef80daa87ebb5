// The archive inside a backup: tar, so that `tar --zstd -xf` opens one without footfall.

const blockBytes = 512
/** What eleven octal digits can say; a larger size is written in base 256, as GNU tar does. */
const maxOctalSize = 8 ** 11

/** The header of a file. `at` is epoch milliseconds. */
export function encodeHeader(name: string, bytes: number, at: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (bytes < maxOctalSize) header.write(`${toOctal(bytes, 11)}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  header.write(`${toOctal(Math.floor(at / 1000), 11)}\0`, 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${toOctal(sum(header), 6)}\0 `, 148)
  return header
}

/** What follows the content of a file, up to the next whole block. */
export const encodePadding = (bytes: number): Buffer =>
  Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)

/** What ends an archive. */
export const encodeEnd = (): Buffer => Buffer.alloc(2 * blockBytes)

const toOctal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

/** The checksum of a header, in which its own place counts as blanks. */
function sum(header: Buffer): number {
  let total = 0
  for (const [index, byte] of header.entries()) total += index >= 148 && index < 156 ? 32 : byte
  return total
}

export interface Entry {
  name: string
  bytes: number
  /** The content, to be read to its end before the next entry. */
  content: () => AsyncGenerator<Uint8Array>
}

/** The files of an archive, in order. Throws when it is none, or ends too early. */
export async function* readEntries(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const bytes = new ByteReader(archive)
  for (;;) {
    const header = await bytes.read(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const checksum = Number.parseInt(header.toString('latin1', 148, 154), 8)
    if (checksum !== sum(header)) throw new Error('a header is damaged')
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const size =
      header[124] === 0x80
        ? Number(header.readBigUInt64BE(128))
        : Number.parseInt(header.toString('latin1', 124, 135), 8)
    yield { name, bytes: size, content: () => bytes.stream(size) }
    await bytes.read(encodePadding(size).length)
  }
  await bytes.finish()
}

/** Reads a stream by the byte. */
class ByteReader {
  private readonly source: AsyncIterator<Uint8Array>
  private left: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]()
  }

  /** So many bytes at once. */
  async read(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for await (const part of this.stream(count)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** So many bytes, piece by piece. */
  async *stream(count: number): AsyncGenerator<Uint8Array> {
    for (let missing = count; missing > 0; ) {
      if (this.left.length === 0) {
        const next = await this.source.next()
        if (next.done) throw new Error('it ends too early')
        this.left = next.value
      }
      const part = this.left.subarray(0, missing)
      this.left = this.left.subarray(part.length)
      missing -= part.length
      yield part
    }
  }

  /** Reads to the end, where the compressed stream checks itself. */
  async finish(): Promise<void> {
    while (!(await this.source.next()).done);
  }
}
