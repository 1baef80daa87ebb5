// Serves the tracker script under /script.js and the names the operator has chosen.
import { Elysia } from 'elysia'
import { anyOrigin } from '../http/cross-origin.ts'
import { bundleTracker } from './bundle.ts'

interface TrackerOptions {
  /** Further names, with or without a leading slash. */
  scriptNames: string[]
  /** Path of the collect endpoint, from the directory that holds the script. */
  collectEndpoint: string
  /** Prefix of every path, or empty. */
  basePath: string
}

interface Script {
  plain: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer>
  etag: string
}

const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

const fillScript = (bundle: string, collectEndpoint: string, depth: number): Script => {
  const text = bundle
    .replaceAll('FOOTFALL_COLLECT_ENDPOINT', () => JSON.stringify(withSlash(collectEndpoint)))
    .replaceAll('FOOTFALL_SCRIPT_DEPTH', String(depth))
  const plain = new TextEncoder().encode(text)
  return {
    plain,
    gzipped: Bun.gzipSync(plain, { level: 9 }),
    // Weak, because the same tag is of the plain and the compressed bytes.
    etag: `W/"${Bun.hash(plain).toString(36)}"`,
  }
}

const knowsEtag = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === etag)

const answer = (request: Request, script: Script): Response => {
  const headers = new Headers({
    ...anyOrigin,
    'Cache-Control': 'public, max-age=86400, must-revalidate',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: script.etag,
    Vary: 'Accept-Encoding',
  })
  if (knowsEtag(request, script.etag)) return new Response(null, { status: 304, headers })
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
    return new Response(script.plain, { headers })
  }
  headers.set('Content-Encoding', 'gzip')
  return new Response(script.gzipped, { headers })
}

/** The paths of the script: its own and the further names. */
export const scriptPaths = (scriptNames: readonly string[]): string[] => [
  ...new Set(['/script.js', ...scriptNames.filter((name) => name).map(withSlash)]),
]

/** GET and HEAD of the script under each name. It is bundled at the first request. */
export function trackerRoutes({ scriptNames, collectEndpoint, basePath }: TrackerOptions) {
  const routes = new Elysia({ name: 'tracker' })
  let bundle: Promise<string> | undefined
  for (const name of scriptPaths(scriptNames)) {
    // The endpoint stays where it is for a script served from a folder further down.
    const depth = name.split('/').length - 1
    let script: Script | undefined
    const serve = async ({ request }: { request: Request }): Promise<Response> => {
      bundle ??= bundleTracker()
      script ??= fillScript(await bundle, collectEndpoint, depth)
      return answer(request, script)
    }
    routes.get(basePath + name, serve).head(basePath + name, serve)
  }
  return routes
}
