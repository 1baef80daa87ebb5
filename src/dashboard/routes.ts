// Serves the dashboard: one HTML page for all its addresses, and its files under /assets/.

import { Elysia } from 'elysia'
import { readPath } from '../http/path.ts'
import { version } from '../version.ts'
import { bundleDashboard, type DashboardBundle } from './bundle.ts'

/** First segments of the addresses that the page answers to; the rest is in src/dashboard/pages.tsx. */
export const pageRoots = [
  'login',
  'first-steps',
  'websites',
  'links',
  'pixels',
  'boards',
  'teams',
  'settings',
  'admin',
  'share',
] as const

/** What a page may load, and the pages of which other origins may show it in a frame. */
const policyFor = (framers: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...framers].join(' '),
  ].join('; ')

const safety = {
  'Content-Security-Policy': policyFor([]),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

const icon = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><g fill="#fff"><rect x="7" y="17" width="4.5" height="8" rx="1.5"/><rect x="13.75" y="12" width="4.5" height="13" rx="1.5"/><rect x="20.5" y="7" width="4.5" height="18" rx="1.5"/></g></svg>',
)

const pageHtml = (basePath: string, bundle: DashboardBundle): string => {
  const assets = `${basePath}/assets`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>footfall</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="base-path" content="${basePath}">
<meta name="version" content="${version}">
<link rel="icon" href="data:image/svg+xml,${icon}">
<script src="${assets}/${bundle.themeInit}"></script>
<link rel="stylesheet" href="${assets}/${bundle.style}">
${bundle.needed.map((name) => `<link rel="modulepreload" href="${assets}/${name}">`).join('\n')}
<script type="module" src="${assets}/${bundle.script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`
}

interface PackedFile {
  type: string
  plain: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer>
}

interface ServeOptions {
  cacheControl: string
  status?: number
  policy?: string
}

const serve = (
  request: Request,
  file: PackedFile,
  { cacheControl, status = 200, policy = safety['Content-Security-Policy'] }: ServeOptions,
): Response => {
  const isGzipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const headers = {
    ...safety,
    'Content-Security-Policy': policy,
    'Cache-Control': cacheControl,
    'Content-Type': file.type,
    Vary: status === 200 ? 'Accept-Encoding' : 'Accept, Accept-Encoding',
    ...(isGzipped ? { 'Content-Encoding': 'gzip' } : {}),
  }
  return new Response(isGzipped ? file.gzipped : file.plain, { status, headers })
}

const packed = (type: string, text: string): PackedFile => {
  const plain = new TextEncoder().encode(text)
  return { type, plain, gzipped: Bun.gzipSync(plain, { level: 9 }) }
}

/** All files by name; the page itself has the name ''. */
async function packDashboard(basePath: string): Promise<Map<string, PackedFile>> {
  const bundle = await bundleDashboard()
  const page = packed('text/html; charset=utf-8', pageHtml(basePath, bundle))
  return new Map([
    ['', page],
    ...bundle.assets.map(({ name, type, text }) => [name, packed(type, text)] as const),
  ])
}

interface DashboardOptions {
  basePath: string
  /** Origins whose pages may show share pages in a frame. */
  allowedFrameUrls: readonly string[]
}

/** GET and HEAD of the pages and their files below a base path. The first request bundles them. */
export function dashboardRoutes({ basePath, allowedFrameUrls }: DashboardOptions) {
  const routes = new Elysia({ name: 'dashboard' })
  let packing: Promise<Map<string, PackedFile>> | undefined
  const files = () => {
    packing ??= packDashboard(basePath).catch((error: unknown) => {
      // Sources that do not build are tried again at the next request.
      packing = undefined
      throw error
    })
    return packing
  }
  const sharePolicy = policyFor(allowedFrameUrls)
  const policyAt = (path: string) =>
    path.startsWith(`${basePath}/share/`) ? sharePolicy : policyFor([])
  const serveAs = async (request: Request, status: number) =>
    serve(request, (await files()).get('') as PackedFile, {
      cacheControl: 'no-cache',
      status,
      policy: policyAt(readPath(request.url)),
    })
  const servePage = ({ request }: { request: Request }) => serveAs(request, 200)
  const paths = ['/', ...pageRoots.flatMap((root) => [`/${root}`, `/${root}/*`])].map(
    (path) => basePath + path,
  )
  for (const path of basePath ? [basePath, ...paths] : paths) {
    routes.get(path, servePage).head(path, servePage)
  }
  const serveAsset = async ({ request, params }: { request: Request; params: { '*': string } }) => {
    const file = params['*'] ? (await files()).get(params['*']) : undefined
    if (file) return serve(request, file, { cacheControl: 'public, max-age=31536000, immutable' })
    return new Response('Not found', {
      status: 404,
      headers: { ...safety, 'Cache-Control': 'no-cache' },
    })
  }
  routes.get(`${basePath}/assets/*`, serveAsset).head(`${basePath}/assets/*`, serveAsset)
  return {
    routes,
    /**
     * For a request that no route took: a browser is shown the page, which says that nothing is at
     * this address; `null` for other callers, and for addresses of the API.
     */
    answerUnknown(request: Request): Promise<Response> | null {
      const path = readPath(request.url)
      const isPage =
        path.startsWith(`${basePath}/`) && !/^\/api(\/|$)/.test(path.slice(basePath.length))
      const isBrowser = /\btext\/html\b/.test(request.headers.get('accept') ?? '')
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      return isPage && isBrowser && isRead ? serveAs(request, 404) : null
    },
  }
}
