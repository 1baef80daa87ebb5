// Loads a server with keep-alive connections that are never idle, and gives how it went. wrk sends
// when it is installed; else a program of our own, which needs more of the processor.

import { join } from 'node:path'

export interface Load {
  requests: number
  seconds: number
  failed: number
  /** Microseconds. */
  p50: number
  p99: number
  max: number
}

export interface LoadOptions {
  url: string
  path: string
  website: string
  /** Page views per request; more than one makes it a batch. */
  items: number
  connections: number
  seconds: number
}

export const sender = Bun.which('wrk') ? 'wrk' : 'our own program (apt install wrk)'

/** One run. Throws when a request failed. */
export async function load(options: LoadOptions): Promise<Load> {
  const { url, path, website, items, connections, seconds } = options
  const script = join(import.meta.dir, 'load.lua')
  const command = Bun.which('wrk')
    ? ['wrk', '-t', '1', '-c', `${connections}`, '-d', `${seconds}s`, '-s', script, url, '--']
    : [process.execPath, import.meta.path, url, `${connections}`, `${seconds}`]
  const child = Bun.spawn([...command, path, website, String(items)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(child.stdout).text()
  const line = text.split('\n').find((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`the load failed: ${text}`)
  const result = JSON.parse(line) as Load
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${text}`)
  return result
}

/** The same requests as those of load.lua. */
async function send(args: string[]): Promise<Load> {
  const [url, connections, seconds, path, website, items] = args as [string, ...string[]]
  const view = (n: number) => ({
    type: 'event',
    payload: {
      website,
      hostname: 'shop.example',
      language: 'en-US',
      screen: '1920x1080',
      title: 'Shoes and more',
      url: `https://shop.example/shoes/${n % 1000}?utm_source=mail`,
      referrer: 'https://www.google.com/search?q=shoes',
    },
  })
  const requests = Array.from({ length: Number(items) > 1 ? 200 : 5000 }, (_, n) => ({
    method: 'POST',
    headers: {
      'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (n % 40)}.0) Gecko/20100101 Firefox/${100 + (n % 40)}.0`,
      'X-Forwarded-For': `${20 + (n % 180)}.${n >> 8}.${n & 255}.7`,
    },
    body: JSON.stringify(
      Number(items) > 1 ? Array.from({ length: Number(items) }, (_, k) => view(n + k)) : view(n),
    ),
  }))
  const times: number[] = []
  let failed = 0
  let sent = 0
  const startAt = performance.now()
  const endAt = startAt + Number(seconds) * 1000
  await Promise.all(
    Array.from({ length: Number(connections) }, async () => {
      while (performance.now() < endAt) {
        const from = performance.now()
        const response = await fetch(url + path, requests[sent++ % requests.length])
        await response.arrayBuffer()
        if (!response.ok) failed++
        times.push((performance.now() - from) * 1000)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] as number
  return {
    requests: times.length,
    seconds: (performance.now() - startAt) / 1000,
    failed,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  }
}

if (import.meta.main) console.log(JSON.stringify(await send(process.argv.slice(2))))
