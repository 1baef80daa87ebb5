// Request bodies, read whatever their content type says and never beyond a limit.

import { AppError, tooLarge } from '../errors.ts'

/**
 * The body as parsed JSON; `undefined` when it is empty or no JSON. Broken UTF-8 is read with
 * replacement characters. Throws 413 as soon as more than `limit` bytes are announced or sent, and
 * 400 when the sender goes away half-way.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const { headers } = request
  const announced = headers.get('content-length')
  if (announced !== null && Number(announced) > limit) throw tooLarge()
  // An announced length is one that the connection cannot exceed, unless chunks override it.
  const isBounded = announced !== null && !headers.has('transfer-encoding')
  let text: string
  try {
    text = isBounded ? await request.text() : await readStream(request, limit)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('bad-request', 'The body ended too early.', { cause })
  }
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
