// UUIDs of a table as numbers: millions of them as text would be mostly garbage.

import type { DuckDBConnection } from '@duckdb/node-api'
import { loadBindings } from '../native/native.ts'

const wordsPerUuid = 4
const bytesPerWord = 4

/**
 * The UUIDs that a statement's only column gives, a chunk at a time: four 32-bit words each, the last
 * one holding the first eight digits. None may be null.
 */
export async function* readUuids(
  connection: DuckDBConnection,
  statement: string,
): AsyncGenerator<Uint32Array> {
  const bindings = await loadBindings()
  const result = await connection.stream(statement)
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    const length = chunk.rowCount * wordsPerUuid * bytesPerWord
    const vector = bindings.data_chunk_get_vector(chunk.chunk, 0)
    const words = new Uint32Array(bindings.vector_get_data(vector, length).slice().buffer)
    // DuckDB flips a UUID's first bit, so that UUIDs sort.
    for (let last = wordsPerUuid - 1; last < words.length; last += wordsPerUuid) {
      words[last] = (words[last] as number) ^ 0x80000000
    }
    yield words
  }
}
