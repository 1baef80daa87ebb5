// From a moment of the data folder to the bytes of a backup.

import { read } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { checksumsName, manifestName } from './manifest.ts'
import type { Snapshot, SnapshotFile } from './snapshot.ts'
import { encodeEnd, encodeHeader, encodePadding } from './tar.ts'

const pieceBytes = 512 * 1024

/** The compressed archive of a snapshot, piece by piece; ends with an error when it is aborted. */
export function compressSnapshot(snapshot: Snapshot, signal: AbortSignal): AsyncIterable<Buffer> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const archive = Readable.from(writeArchive(snapshot), { objectMode: false })
  // Its errors end the compressed stream, which is read.
  pipeline(archive, compress, { signal }).catch((error) => compress.destroy(error))
  return compress
}

async function* writeArchive(snapshot: Snapshot): AsyncGenerator<Buffer> {
  const { at, manifest } = snapshot
  yield* writeText(manifestName, `${JSON.stringify(manifest, null, 2)}\n`, at)
  const checksums: Record<string, string> = {}
  for (const file of snapshot.files) {
    const hash = new Bun.CryptoHasher('sha256')
    yield encodeHeader(file.name, file.bytes, at)
    for await (const piece of readPieces(file)) {
      hash.update(piece)
      yield piece
    }
    yield encodePadding(file.bytes)
    checksums[file.name] = hash.digest('hex')
  }
  snapshot.verify()
  yield* writeText(checksumsName, `${JSON.stringify(checksums, null, 2)}\n`, at)
  yield encodeEnd()
}

function* writeText(name: string, text: string, at: number): Generator<Buffer> {
  const bytes = Buffer.from(text)
  yield encodeHeader(name, bytes.length, at)
  yield bytes
  yield encodePadding(bytes.length)
}

async function* readPieces({ descriptor, bytes, name }: SnapshotFile): AsyncGenerator<Buffer> {
  for (let position = 0; position < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - position))
    const count = await new Promise<number>((resolve, reject) =>
      read(descriptor, piece, 0, piece.length, position, (error, length) =>
        error ? reject(error) : resolve(length),
      ),
    )
    if (count === 0) throw new Error(`${name} became shorter while it was backed up; try again.`)
    position += count
    yield piece.subarray(0, count)
  }
}
