import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NewerDataError, pendingMigrations } from '../../src/db/migrate.ts'
import { startServer } from '../support/app.ts'

const known = ['0001_a', '0002_b', '0003_c'].map((name) => ({ name, sql: '' }))
const pending = (applied: string[]) => pendingMigrations(known, applied).map(({ name }) => name)

test('what was not applied is pending, in order', () => {
  expect(pending([])).toEqual(['0001_a', '0002_b', '0003_c'])
  expect(pending(['0001_a'])).toEqual(['0002_b', '0003_c'])
  expect(pending(['0001_a', '0002_b', '0003_c'])).toEqual([])
})

test('an applied one that is not known refuses the folder by name', () => {
  expect(() => pending(['0001_a', '0009_future'])).toThrow(NewerDataError)
  expect(() => pending(['0009_future'])).toThrow('0009_future')
})

test('every file in migrations/ is embedded, and a server applies it', async () => {
  const toFiles = (folder: string) =>
    readdirSync(join(import.meta.dir, '../../migrations', folder))
      .map((name) => name.replace(/\.sql$/, ''))
      .sort()
  const server = await startServer()
  const entities = server.app.entities
    .query<{ name: string }, []>('select name from migration order by name')
    .all()
  expect(entities.map(({ name }) => name)).toEqual(toFiles('entities'))
  const events = await server.app.store.writer.runAndReadAll(
    'select name from migration order by name',
  )
  expect(events.getRows().flat()).toEqual(toFiles('events'))
  await server.stop()
})
