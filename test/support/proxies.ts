// Real reverse proxies in front of a server: nginx and Caddy as Debian packages them, each a process
// of its own with its files in a folder of its own. Tests skip without them, unless
// FOOTFALL_REQUIRE_ALL is set.

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ReverseProxy {
  port: number
  stop(): Promise<void>
}

interface ServerPlace {
  folder: string
  port: number
}

interface Kind {
  program: string
  /** The name and text of its settings file. */
  settings: (
    place: ServerPlace,
    upstreamPort: number,
    lines: string,
  ) => [name: string, text: string]
  /** Its arguments, given the path of that file. */
  args: (place: ServerPlace, file: string) => string[]
}

const kinds = {
  nginx: {
    program: process.env.NGINX ?? '/usr/sbin/nginx',
    settings: ({ folder, port }, upstreamPort, lines) => [
      'nginx.conf',
      `daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/temp;
  proxy_temp_path ${folder}/temp;
  fastcgi_temp_path ${folder}/temp;
  uwsgi_temp_path ${folder}/temp;
  scgi_temp_path ${folder}/temp;
  server {
    listen 127.0.0.1:${port};
    location /stats/ {
      proxy_pass http://127.0.0.1:${upstreamPort};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Host $host;
      client_max_body_size 8m;
      ${lines}
    }
  }
}
`,
    ],
    args: ({ folder }, file) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  caddy: {
    program: process.env.CADDY ?? '/usr/bin/caddy',
    settings: ({ port }, upstreamPort, lines) => [
      'Caddyfile',
      `{
  admin off
  auto_https off
}
http://:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${upstreamPort}
  ${lines}
}
`,
    ],
    args: (_, file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
} satisfies Record<string, Kind>

export type ProxyName = keyof typeof kinds
export const proxyNames = Object.keys(kinds) as ProxyName[]

/** Whether tests with this proxy are to run; when all are required, starting says what is missing. */
export function canProxy(name: ProxyName): boolean {
  const { program } = kinds[name]
  const runs = existsSync(program) || process.env.FOOTFALL_REQUIRE_ALL === '1'
  if (!runs) console.warn(`Tests behind ${name} are skipped: there is no ${program}.`)
  return runs
}

/**
 * Starts a proxy in front of a port of this host, and waits until it listens; `lines` are more settings
 * of what it serves.
 */
export async function startProxy(
  name: ProxyName,
  upstreamPort: number,
  lines = '',
): Promise<ReverseProxy> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(kinds[name], upstreamPort, lines)
    } catch (error) {
      // Another process may have taken the port since it was found free.
      if (tries === 5) throw error
    }
  }
}

async function start(kind: Kind, upstreamPort: number, lines: string): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-proxy-'))
  await mkdir(join(folder, 'temp'))
  const place = { folder, port: freePort() }
  const [name, text] = kind.settings(place, upstreamPort, lines)
  const file = join(folder, name)
  await Bun.write(file, text)
  const child = Bun.spawn([kind.program, ...kind.args(place, file)], {
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const printed = new Response(child.stderr).text()
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    await rm(folder, { recursive: true, force: true })
  }
  while (child.exitCode === null && !(await accepts(place.port))) await Bun.sleep(10)
  // A port that another process listens at accepts as well.
  if (child.exitCode !== null) {
    await stop()
    throw new Error(`${kind.program} ended with ${child.exitCode}: ${await printed}`)
  }
  return { port: place.port, stop }
}

function freePort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = server
  server.stop(true)
  return port
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
