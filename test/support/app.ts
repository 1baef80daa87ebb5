// A real server on a free port with a data folder of its own, for tests.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { serve } from '../../src/server.ts'

export const adminPassword = 'correct horse battery'
/** Inputs of every id in tests: with it, session and visit ids are known in advance. */
export const appSecret = 'test-secret'
export const adminId = '41e2b680-648e-4b09-bcd7-3e2b10c06264'

export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  body: Body
}

export interface AskOptions {
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS'
  /** Login token; the admin's when left out, none when null. */
  token?: string | null
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it is. Makes the request a POST. */
  body?: unknown
}

export interface TestServer {
  app: App
  url: string
  dataDir: string
  adminToken: string
  /** Lines that were logged. */
  logged: string[]
  /** Sets the clock; ISO text or epoch milliseconds. `null` lets it run again. */
  setNow(at: string | number | null): void
  /** Sends a request over HTTP and gives the answer, its JSON parsed. */
  ask<Body = unknown>(path: string, options?: AskOptions): Promise<Answer<Body>>
  /** A new user's login token. */
  login(username: string, password: string): Promise<string>
  /** Creates a website of the admin and gives its id. */
  createWebsite(name?: string, id?: string): Promise<string>
  stop(): Promise<void>
}

interface Options {
  /** Settings by variable name. */
  settings?: Record<string, string>
  /** Keeps using a folder; it is not removed at the end. */
  dataDir?: string
  now?: string | number
}

/** Starts a server. Stop it when the test is over. */
export async function startServer(options: Options = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'footfall-test-')))
  const logged: string[] = []
  let frozenAt = options.now === undefined ? null : new Date(options.now).getTime()
  const now = () => frozenAt ?? Date.now()
  const config = parseConfig([], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    APP_SECRET: appSecret,
    // Places come from headers only, so that no address of a test has one by chance.
    GEO_DB: 'off',
    ADMIN_PASSWORD: adminPassword,
    ...options.settings,
  })
  const app = await openApp({ config, now, log: openLog('debug', (line) => logged.push(line)) })
  const server = serve(app)
  const url = `http://127.0.0.1:${server.port}${config.basePath}`

  let adminToken = ''
  const ask: TestServer['ask'] = async <Body>(path: string, asked: AskOptions = {}) => {
    const token = asked.token === undefined ? adminToken : asked.token
    const hasBody = asked.body !== undefined
    const response = await fetch(url + path, {
      method: asked.method ?? (hasBody ? 'POST' : 'GET'),
      headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...asked.headers },
      redirect: 'manual',
      ...(hasBody
        ? { body: typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body) }
        : {}),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    }
  }
  const login = async (username: string, password: string) => {
    const answer = await ask<{ token: string }>('/api/auth/login', {
      token: null,
      body: { username, password },
    })
    if (answer.status !== 200) throw new Error(`login failed: ${JSON.stringify(answer.body)}`)
    return answer.body.token
  }
  adminToken = await login('admin', adminPassword)
  return {
    app,
    url,
    dataDir,
    adminToken,
    logged,
    setNow(at) {
      frozenAt = at === null ? null : new Date(at).getTime()
    },
    ask,
    login,
    async createWebsite(name = 'Example', id) {
      const answer = await ask<{ id: string }>('/api/websites', {
        body: { name, domain: 'example.com', ...(id ? { id } : {}) },
      })
      if (answer.status !== 200) throw new Error(`no website: ${JSON.stringify(answer.body)}`)
      return answer.body.id
    },
    async stop() {
      await server.stop()
      await app.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
