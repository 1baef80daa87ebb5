import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { trackerRoutes } from '../../src/tracker/routes.ts'

describe('the tracker script', () => {
  const app = new Elysia().use(
    trackerRoutes({
      scriptNames: ['count.js', '/assets/js/a.js', ''],
      collectEndpoint: 'collect/$1"',
      basePath: '/stats',
    }),
  )
  let origin: string
  beforeAll(() => {
    app.listen(0)
    origin = `http://127.0.0.1:${app.server?.port}`
  })
  afterAll(async () => {
    await app.stop(true)
  })

  const ask = (path: string, init?: RequestInit) => fetch(origin + path, init)

  test.each(['/stats/script.js', '/stats/count.js', '/stats/assets/js/a.js'])(
    'is served as %s to every origin, for a day',
    async (path) => {
      const response = await ask(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400, must-revalidate')
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const text = await response.text()
      expect(text).toStartWith('(()=>{')
      expect(text).not.toContain('FOOTFALL')
    },
  )

  test.each(['/script.js', '/stats/', '/stats/other.js'])('is not served as %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  test('has the endpoint and its own depth in it', async () => {
    const inRoot = await (await ask('/stats/script.js')).text()
    const inFolder = await (await ask('/stats/assets/js/a.js')).text()
    expect(inRoot).toContain('"/collect/$1\\""')
    expect(inRoot).toContain('.slice(0,-1)')
    expect(inFolder).toContain('.slice(0,-3)')
  })

  test('is not sent again to a browser that has it', async () => {
    const tag = (await ask('/stats/script.js')).headers.get('etag') ?? ''
    const known = await ask('/stats/script.js', { headers: { 'If-None-Match': `"x", ${tag}` } })
    expect(known.status).toBe(304)
    expect(await known.text()).toBe('')
    expect(known.headers.get('cache-control')).toBe('public, max-age=86400, must-revalidate')
    const unknown = await ask('/stats/script.js', { headers: { 'If-None-Match': '"x"' } })
    expect(unknown.status).toBe(200)
    const folder = await ask('/stats/assets/js/a.js', { headers: { 'If-None-Match': tag } })
    expect(folder.status).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    const response = await ask('/stats/script.js', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toBe('')
  })

  test('is compressed for those who can read it', async () => {
    const plain = await ask('/stats/script.js', { headers: { 'Accept-Encoding': 'identity' } })
    const gzipped = await ask('/stats/script.js', { headers: { 'Accept-Encoding': 'br, gzip' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    expect(gzipped.headers.get('vary')).toBe('Accept-Encoding')
    expect(await gzipped.text()).toBe(await plain.text())
  })
})
