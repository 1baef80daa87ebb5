// A website with the tracker script, a visitor who looks at it, and a server that keeps what
// the script sends.
import { expect, onTestFinished } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { trackerRoutes } from '../../src/tracker/routes.ts'
import { openVisitor } from '../support/chromium.ts'

declare global {
  interface Window {
    umami: {
      track(what?: unknown, data?: object): Promise<void>
      identify(who?: unknown, data?: object): Promise<void>
      getSession(): { cache?: string; website?: string }
    }
  }
}

export const website = '6f1c1c2e-6f0b-4f4a-9a66-3f1f9f0c1d2e'

export interface Message {
  type: string
  payload: Record<string, unknown>
}

interface Site {
  /** Address of the site, without a slash at the end. */
  origin: string
  page: Page
  messages: Message[]
  /** The `x-umami-cache` header of each message, null where there was none. */
  tokens: (string | null)[]
  cookies: (string | null)[]
  /** Opens a path of the site and waits until it is complete. */
  visit(path?: string): Promise<void>
  /** Resolves with all messages once there are `count`. */
  received(count: number): Promise<Message[]>
  /** All messages, when everything the page has started to send is there. */
  settled(): Promise<Message[]>
  /** The same, after all views that wait for their titles. */
  viewsSettled(): Promise<Message[]>
  /** What an automatic message of the page says, besides what the test adds. */
  payload(title: string, path?: string, more?: object): Record<string, unknown>
}

interface SiteOptions {
  /** Answer to the nth message, from 1. */
  answer?: (count: number) => Response | Promise<Response>
  headers?: Record<string, string>
  hostname?: string
}

export const scriptTag = (attributes = ''): string =>
  `<script defer src="/script.js" data-website-id="${website}" ${attributes}></script>`

/** A page of HTML whose head holds the script tag with these attributes. */
export const html = (title: string, body = '', attributes = ''): string =>
  `<!doctype html><title>${title}</title><link rel="icon" href="data:,">${scriptTag(attributes)}${body}`

const token = (count: number): Response => Response.json({ cache: `token-${count}` })

const corsHeaders = (request: Request): Record<string, string> => ({
  'Access-Control-Allow-Origin': request.headers.get('origin') ?? '*',
  'Access-Control-Allow-Headers': 'content-type, x-umami-cache',
  'Access-Control-Allow-Credentials': 'true',
})

/** Serves these pages, and scripts of theirs, by path and opens a visitor's empty tab; all is closed after the test. */
export async function openSite(
  browser: Browser,
  pages: Record<string, string>,
  { answer = token, headers = {}, hostname = 'localhost' }: SiteOptions = {},
): Promise<Site> {
  const messages: Message[] = []
  const tokens: (string | null)[] = []
  const cookies: (string | null)[] = []
  const waiting: { count: number; resolve: (messages: Message[]) => void }[] = []
  const tracker = trackerRoutes({
    scriptNames: ['/assets/js/count.js'],
    collectEndpoint: '/api/send',
    basePath: '',
  })

  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const isScript = pathname.endsWith('.js')
      if (isScript && !(pathname in pages)) return tracker.handle(request)
      if (!pathname.endsWith('/api/send')) {
        const page = pages[pathname]
        if (page === undefined) return new Response(null, { status: 204 })
        const type = isScript ? 'text/javascript' : 'text/html'
        return new Response(page, { headers: { 'Content-Type': type, ...headers } })
      }
      const cors = corsHeaders(request)
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
      messages.push((await request.json()) as Message)
      tokens.push(request.headers.get('x-umami-cache'))
      cookies.push(request.headers.get('cookie'))
      for (const { count, resolve } of waiting) if (messages.length >= count) resolve(messages)
      const response = await answer(messages.length)
      for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
      return response
    },
  })
  const visitor = await openVisitor(browser)
  const page = await visitor.newPage()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  onTestFinished(async () => {
    await visitor.close()
    await server.stop(true)
    expect(errors).toEqual([])
  })

  const origin = `http://${hostname}:${server.port}`
  const settled = async () => {
    // What the script sent before has arrived once later requests of its page are answered.
    await page.evaluate(async () => {
      await fetch('/fence')
      await fetch('/fence')
    })
    return messages
  }
  return {
    origin,
    page,
    messages,
    tokens,
    cookies,
    visit: async (path = '/') => {
      await page.goto(origin + path)
    },
    received: (count) =>
      new Promise((resolve) => {
        if (messages.length >= count) resolve(messages)
        else waiting.push({ count, resolve })
      }),
    settled,
    viewsSettled: async () => {
      // Timers of a page run in the order of their ends: this one ends after all that wait.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
      return settled()
    },
    payload: (title, path = '/', more = {}) => ({
      website,
      screen: '1600x900',
      language: 'en-US',
      title,
      hostname,
      url: origin + path,
      referrer: '',
      ...more,
    }),
  }
}
