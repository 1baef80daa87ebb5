// Drives an executable through its life, from the outside, and prints what was seen as JSON:
//   bun test/support/smoke.ts <working folder> <command> [arguments]
// A program of its own, so that a test can run it where the network or /tmp is taken away.

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const adminPassword = 'smoke test password'
const startMs = 120_000

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
  const first = await start(folder, command)
  const token = await login(first.url)
  const website = await ask<{ id: string }>(`${first.url}/api/websites`, token, {
    name: 'Smoke',
    domain: 'smoke.test',
  })
  await ask(`${first.url}/api/send`, null, {
    type: 'event',
    payload: { website: website.id, url: '/', hostname: 'smoke.test' },
  })
  const before = await countViews(first.url, token, website.id)
  const firstExit = await first.stop()

  const second = await start(folder, command)
  const after = await countViews(second.url, await login(second.url), website.id)
  return { pageviews: [before, after], exitCodes: [firstExit, await second.stop()] }
}

/** Starts the executable on a free port and waits until it says that it is well. */
async function start(folder: string, command: string[]) {
  const port = freePort()
  const child = Bun.spawn([...command, '--port', String(port)], {
    cwd: folder,
    env: { PATH: process.env.PATH, ADMIN_PASSWORD: adminPassword },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + startMs
  while (!(await isWell(url))) {
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('it did not start in time')
    }
    await Bun.sleep(50)
  }
  return {
    url,
    /** Stops it politely; gives its exit code. */
    stop() {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  server.stop(true)
  return server.port as number
}

const isWell = (url: string): Promise<boolean> =>
  fetch(`${url}/api/heartbeat`).then(
    (response) => response.ok,
    () => false,
  )

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
