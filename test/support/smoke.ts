// Drives an executable through its life, from the outside, and prints what was seen as JSON:
//   bun test/support/smoke.ts <working folder> <command> [arguments]
// A program of its own, so that a test can run it where the network or /tmp is taken away.

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const adminPassword = 'smoke test password'
const startMs = 60_000

/** What `smoke.ts` prints. */
export interface Life {
  pageviews: number[]
  exitCodes: number[]
}

if (import.meta.main) {
  const [folder, ...command] = process.argv.slice(2)
  if (folder === undefined || command.length === 0) throw new Error('folder and command needed')
  process.stdout.write(`${JSON.stringify(await live(folder, command))}\n`)
}

/** Starts, records one page view, stops; starts again on the same data, reads it again, stops. */
async function live(folder: string, command: string[]): Promise<Life> {
  let websiteId = ''
  const first = await runServer(folder, command, async (url) => {
    const token = await login(url)
    const site = { name: 'Smoke', domain: 'smoke.test' }
    websiteId = (await ask<{ id: string }>(`${url}/api/websites`, token, site)).id
    const payload = { website: websiteId, url: '/', hostname: 'smoke.test' }
    await ask(`${url}/api/send`, null, { type: 'event', payload })
    return countViews(url, token, websiteId)
  })
  const second = await runServer(folder, command, async (url) =>
    countViews(url, await login(url), websiteId),
  )
  return {
    pageviews: [first.seen, second.seen],
    exitCodes: [first.exitCode, second.exitCode],
  }
}

/** Starts the executable, uses it once it says that it is well, and stops it by SIGTERM. */
async function runServer<Seen>(
  folder: string,
  command: string[],
  use: (url: string) => Promise<Seen>,
) {
  const port = freePort()
  const child = Bun.spawn([...command, '--port', String(port)], {
    cwd: folder,
    env: { PATH: process.env.PATH, ADMIN_PASSWORD: adminPassword },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  try {
    const url = `http://127.0.0.1:${port}`
    const deadline = performance.now() + startMs
    while (!(await isWell(url))) {
      if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
      if (performance.now() > deadline) throw new Error('it did not start in time')
      await Bun.sleep(50)
    }
    const seen = await use(url)
    child.kill('SIGTERM')
    return { seen, exitCode: await child.exited }
  } finally {
    // Does nothing to one that has ended; one that is left would hold our output open.
    child.kill('SIGKILL')
  }
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  // A stopped server has forgotten its port.
  const port = server.port as number
  server.stop(true)
  return port
}

function isWell(url: string): Promise<boolean> {
  return fetch(`${url}/api/heartbeat`).then(
    (response) => response.ok,
    () => false,
  )
}

async function login(url: string): Promise<string> {
  const body = { username: 'admin', password: adminPassword }
  return (await ask<{ token: string }>(`${url}/api/auth/login`, null, body)).token
}

async function countViews(url: string, token: string, websiteId: string): Promise<number> {
  const path = `/api/websites/${websiteId}/stats?startAt=0&endAt=${Date.now() + 60_000}`
  return (await ask<{ pageviews: number }>(url + path, token)).pageviews
}

/** A request as a browser would send it; a body makes it a POST. Throws when it is refused. */
async function ask<Answer>(url: string, token: string | null, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    headers: {
      'User-Agent': browser,
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
