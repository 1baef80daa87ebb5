// The 404 of pages that people open in a browser.

import { errorBody, notFound } from '../errors.ts'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Not found</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #ddd } }
</style>
<h1>Not found</h1>
<p>There is nothing at this address. The link may be mistyped, or it was removed.</p>
</html>
`

/** A small page for browsers, the error envelope for everyone else. */
export function notFoundPage(request: Request): Response {
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' }
  if (request.headers.get('accept')?.includes('text/html')) {
    return new Response(page, {
      status: 404,
      headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
    })
  }
  return Response.json(errorBody(notFound()), { status: 404, headers })
}
