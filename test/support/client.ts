// A client of a server's API, in this process or another.

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

export interface Client {
  url: string
  adminToken: string
  /** Sends a request over HTTP and gives the answer, its JSON parsed. */
  ask<Body = unknown>(path: string, options?: AskOptions): Promise<Answer<Body>>
  /** A new login token of a user. */
  login(username: string, password: string): Promise<string>
  /** Creates a website of the admin and gives its id. */
  createWebsite(name?: string, id?: string): Promise<string>
}

/** Logs the admin in at a server's address. */
export async function openClient(url: string, adminPassword: string): Promise<Client> {
  let adminToken = ''
  const ask: Client['ask'] = async <Body>(path: string, asked: AskOptions = {}) => {
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
  const login: Client['login'] = async (username, password) => {
    const answer = await ask<{ token: string }>('/api/auth/login', {
      token: null,
      body: { username, password },
    })
    if (answer.status !== 200) throw new Error(`login failed: ${JSON.stringify(answer.body)}`)
    return answer.body.token
  }
  adminToken = await login('admin', adminPassword)
  return {
    url,
    adminToken,
    ask,
    login,
    async createWebsite(name = 'Example', id) {
      const answer = await ask<{ id: string }>('/api/websites', {
        body: { name, domain: 'example.com', ...(id ? { id } : {}) },
      })
      if (answer.status !== 200) throw new Error(`no website: ${JSON.stringify(answer.body)}`)
      return answer.body.id
    },
  }
}
