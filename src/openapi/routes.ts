// /openapi and /openapi/json: the API's documentation, which needs nothing from elsewhere.

import { createHash } from 'node:crypto'
import { Elysia } from 'elysia'
import { anyOrigin } from '../http/cross-origin.ts'
import type { Operation } from '../http/endpoint.ts'
import { describeApi } from './document.ts'
import pageFile from './page.html' with { type: 'text' }
import { rawRoutes } from './raw-routes.ts'

// The runtime's types take every import of a page for a bundle, but this one is read as text.
const page = pageFile as unknown as string

/** Hash of the page's one script, so that no other script can run in it. */
const scriptHash = createHash('sha256')
  .update(/<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '')
  .digest('base64')

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    `default-src 'none'; script-src 'sha256-${scriptHash}'; style-src 'unsafe-inline'; ` +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'Cache-Control': 'no-cache',
}

export function openapiRoutes(operations: readonly Operation[], basePath: string) {
  let document: string | null = null
  const describe = () => {
    document ??= JSON.stringify(describeApi(operations, rawRoutes, basePath))
    return new Response(document, {
      headers: {
        'Content-Type': 'application/json',
        ...anyOrigin,
        'Cache-Control': 'no-cache',
      },
    })
  }
  const show = () => new Response(page, { headers: pageHeaders })
  return new Elysia()
    .get('/openapi/json', describe)
    .head('/openapi/json', describe)
    .get('/openapi', show)
    .head('/openapi', show)
}
