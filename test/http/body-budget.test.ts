// Many large bodies at once, from senders that take their time.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { largeBodyBytes } from '../../src/http/body.ts'
import { startServer, type TestServer } from '../support/app.ts'
import { firefox } from '../support/visits.ts'

const mebibyte = 1024 * 1024
const bodyBytes = 6 * mebibyte

let server: TestServer
let website: string
beforeAll(async () => {
  server = await startServer()
  website = await server.createWebsite()
})
afterAll(() => server.stop())

/** A sender that has announced a large batch, and sends it on a call. */
function announce(): { socket: Socket; send: () => void; answered: Promise<string> } {
  const { hostname, port } = new URL(server.url)
  const item = JSON.stringify({ type: 'event', payload: { website, url: '/' } })
  const body = `[${item}${' '.repeat(bodyBytes - item.length - 2)}]`
  const socket = connect(Number(port), hostname)
  let text = ''
  const answered = new Promise<string>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes.toString()
    })
    socket.on('close', () => resolve(text))
  })
  socket.write(
    `POST /api/batch HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: ${firefox}\r\n` +
      `Content-Length: ${bodyBytes}\r\nConnection: close\r\n\r\n`,
  )
  return { socket, send: () => socket.write(body), answered }
}

test('large bodies take turns within a budget, and every one is answered', async () => {
  const senders = Array.from({ length: 12 }, announce)
  while (largeBodyBytes() < 2 * bodyBytes) await Bun.sleep(5)
  const peaks: number[] = []
  const watch = setInterval(() => peaks.push(largeBodyBytes()), 1)
  for (const { send } of senders) send()
  const answers = await Promise.all(senders.map(({ answered }) => answered))
  clearInterval(watch)
  expect(answers.map((text) => text.split('\r\n', 1)[0])).toEqual(
    senders.map(() => 'HTTP/1.1 200 OK'),
  )
  expect(Math.max(...peaks)).toBeLessThanOrEqual(16 * mebibyte)
  expect(largeBodyBytes()).toBe(0)
})

test('a client that goes away while waiting, or while sending, leaves its place', async () => {
  const senders = Array.from({ length: 6 }, announce)
  while (largeBodyBytes() < 2 * bodyBytes) await Bun.sleep(5)
  for (const { socket } of senders) socket.destroy()
  const next = announce()
  next.send()
  expect(await next.answered).toStartWith('HTTP/1.1 200 OK')
  while (largeBodyBytes() > 0) await Bun.sleep(5)
})

test('single hits do not wait behind large bodies', async () => {
  const senders = Array.from({ length: 6 }, announce)
  while (largeBodyBytes() < 2 * bodyBytes) await Bun.sleep(5)
  const { status } = await server.ask('/api/send', {
    token: null,
    headers: { 'User-Agent': firefox },
    body: { type: 'event', payload: { website, url: '/' } },
  })
  expect(status).toBe(200)
  for (const { socket } of senders) socket.destroy()
  while (largeBodyBytes() > 0) await Bun.sleep(5)
})
