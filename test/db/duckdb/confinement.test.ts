import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startServer, type TestServer } from '../../support/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test.each([
  ["select * from read_text('/etc/hostname')"],
  ["copy (select 1) to '/tmp/footfall-escape.csv'"],
  ["attach '/tmp/footfall-escape.duckdb' as other"],
  ['set enable_external_access = true'],
  ["set allowed_directories = ['/']"],
  ['install httpfs'],
])('the event database refuses: %s', async (statement) => {
  const run = server.app.writer.exclusive(async () => {
    await server.app.store.writer.run(statement)
  })
  await expect(run).rejects.toThrow(/Permission|locked|Cannot|disabled/i)
})
