// Request bodies, read whatever their content type says and never beyond a limit.

import { AppError, tooLarge } from '../errors.ts'
import { secondMs } from '../time/durations.ts'
import { ByteSemaphore } from './byte-semaphore.ts'

const mebibyte = 1024 * 1024
/** A body up to this size is hardly more than the buffers of its connection, and waits for nobody. */
const smallBytes = 64 * 1024
/** Large bodies that are read and worked on at once. Those that wait are still with their senders. */
const large = new ByteSemaphore({
  bytes: 16 * mebibyte,
  count: 16,
  maxWaiting: 256,
  maxWaitMs: 20_000,
})
/** A sender that takes longer over a large body makes room for others. */
const readingMs = 30 * secondMs

/** Bytes of large bodies that are read or worked on now. */
export const largeBodyBytes = (): number => large.bytes

/**
 * The body as parsed JSON; `undefined` when it is empty or no JSON. Broken UTF-8 is read with
 * replacement characters. Throws 413 as soon as more than `limit` bytes are announced or sent, 400
 * when the sender goes away half-way or takes too long, and 503 when many others are read first.
 */
export const readJson = (request: Request, limit: number): Promise<unknown> =>
  withJson(request, limit, (body) => body)

/** Runs `work` on the body, as `readJson` gives it, which counts until `work` has ended. */
export async function withJson<Result>(
  request: Request,
  limit: number,
  work: (body: unknown) => Result | Promise<Result>,
): Promise<Result> {
  const { headers } = request
  const announced = headers.get('content-length')
  if (announced !== null && Number(announced) > limit) throw tooLarge()
  // An announced length is one that the connection cannot exceed, unless chunks override it.
  const isBounded = announced !== null && !headers.has('transfer-encoding')
  const bytes = isBounded ? Number(announced) : limit
  if (bytes <= smallBytes) return work(parse(await readText(request, limit, isBounded)))
  return large.run(bytes, request.signal, async () =>
    work(parse(await inTime(readText(request, limit, isBounded)))),
  )
}

async function readText(request: Request, limit: number, isBounded: boolean): Promise<string> {
  try {
    return await (isBounded ? request.text() : readStream(request, limit))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('bad-request', 'The body ended too early.', { cause })
  }
}

async function inTime(reading: Promise<string>): Promise<string> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    const expire = () => reject(new AppError('bad-request', 'The body took too long.'))
    timer = setTimeout(expire, readingMs)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Asking for the stream makes one, which costs more than reading a body of announced length.
async function readStream({ body }: Request, limit: number): Promise<string> {
  return body === null ? '' : readChunks(body, limit)
}

async function readChunks(body: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
