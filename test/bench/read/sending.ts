// Sending by 64 connections, alone and while a dashboard is open. Needs wrk.

import { join } from 'node:path'

export interface Load {
  requests: number
  seconds: number
  failed: number
  /** Microseconds. */
  p50: number
  p99: number
}

const seconds = 6
const connections = 64

/** Loads the server twice; the second time `read` is called over and over. */
export async function sendWhileReading(
  url: string,
  website: string,
  read: () => Promise<void>,
): Promise<{ alone: Load; reading: Load }> {
  const alone = await load(url, website)
  let isOver = false
  const looking = (async () => {
    while (!isOver) await read()
  })()
  const reading = await load(url, website)
  isOver = true
  await looking
  return { alone, reading }
}

/** One run of wrk. Throws when a request failed. */
async function load(url: string, website: string): Promise<Load> {
  const script = join(import.meta.dir, 'load.lua')
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script]
  const wrk = Bun.spawn(['wrk', ...options, url, '--', '/api/send', website, '1'], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(wrk.stdout).text()
  const line = text.split('\n').find((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk failed: ${text}`)
  const result = JSON.parse(line) as Load
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${text}`)
  return result
}
