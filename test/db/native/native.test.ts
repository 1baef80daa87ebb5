import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDuckdb } from '../../../src/db/native/native.ts'

test('from target, DuckDB comes from its package and nothing is unpacked', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'footfall-native-'))
  const duckdb = await loadDuckdb(join(dir, 'native'))
  const instance = await duckdb.DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const answer = await connection.runAndReadAll('select 6 * 7')
  expect(answer.getRows()).toEqual([[42]])
  expect(await readdir(dir)).toEqual([])
  connection.closeSync()
  instance.closeSync()
  await rm(dir, { recursive: true })
})
