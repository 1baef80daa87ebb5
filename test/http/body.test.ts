import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { startServer, type TestServer } from '../support/app.ts'

// A server waits some seconds for bodies whose senders have gone before it stops.
setDefaultTimeout(30_000)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const mebibyte = 1024 * 1024
const envelope = { error: { message: 'Payload too large', code: 'payload-too-large', status: 413 } }

/** Sends chunks of 64 KiB until there is an answer; gives its first line and how many were sent. */
async function flood(path: string): Promise<{ line: string; sentBytes: number }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('data', (data) => {
      answer += data
      resolve()
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  const size = 65_536
  const chunk = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
  let sentBytes = 0
  while (answer === '' && sentBytes < 64 * mebibyte) {
    await Promise.race([new Promise<void>((sent) => socket.write(chunk, () => sent())), answered])
    sentBytes += size
  }
  await answered
  socket.destroy()
  return { line: answer.split('\r\n', 1)[0] as string, sentBytes }
}

test.each(['/api/auth/login', '/api/send'])(
  'a body without end for %s is not read to the end',
  async (path) => {
    const { line, sentBytes } = await flood(path)
    expect(line).toStartWith('HTTP/1.1 413 ')
    expect(sentBytes).toBeLessThan(16 * mebibyte)
  },
)

test('the limit of a body counts bytes', async () => {
  const toBody = (name: string) => JSON.stringify({ name, domain: 'example.com' })
  // 700,000 characters of two bytes each.
  const large = await server.ask('/api/websites', { body: toBody('é'.repeat(700_000)) })
  expect([large.status, large.body]).toEqual([413, envelope])
  const small = await server.ask('/api/websites', { body: toBody('e'.repeat(700_000)) })
  expect(small.status).toBe(400)
})

test('a batch just above its limit gets the envelope, not a bare refusal', async () => {
  const { status, body } = await server.ask('/api/batch', { body: ' '.repeat(8 * mebibyte + 1) })
  expect([status, body]).toEqual([413, envelope])
})
