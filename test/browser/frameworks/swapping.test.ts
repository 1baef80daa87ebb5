// Libraries that swap pages in without loading them: most run the scripts of each page again.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, openChromium } from '../../support/chromium.ts'
import { openSite, scriptTag, website } from '../tracked-site.ts'
import { astroClientRouter, canUseLibraries, libraryText, reactApp } from './libraries.ts'

setDefaultTimeout(browserTimeoutMs)

const second = 'a3d4a8c5-0f4e-4f53-9f10-7c2d4b7f1e11'
const websites = [website, second]

const tags = (attributes = '', version = '') =>
  websites
    .map((id) => scriptTag(attributes).replace(website, id).replace('.js', `.js${version}`))
    .join('')

interface Placed {
  head?: string
  body?: string
}

interface Library {
  /** Text of `/library.js`. */
  script: () => Promise<string>
  head: string
}

const libraries: Record<'turbo' | 'swup' | 'htmx' | 'astro', Library> = {
  turbo: {
    script: () => libraryText('@hotwired/turbo/dist/turbo.es2017-umd.js'),
    head: '<script src="/library.js"></script>',
  },
  swup: {
    script: async () =>
      (await libraryText('swup/dist/Swup.umd.js')) +
      (await libraryText('@swup/scripts-plugin/dist/index.umd.js')) +
      `;document.addEventListener('DOMContentLoaded', () => {
        new Swup({ animationSelector: false, plugins: [new SwupScriptsPlugin()] })
      })`,
    head: '<script src="/library.js" data-swup-ignore-script></script>',
  },
  htmx: {
    script: () => libraryText('htmx.org/dist/htmx.js'),
    head: '<script src="/library.js"></script>',
  },
  astro: {
    script: astroClientRouter,
    head: `<meta name="astro-view-transitions-enabled" content="true">
      <meta name="astro-view-transitions-fallback" content="animate">
      <script type="module" src="/library.js"></script>`,
  },
}

const links = ['/1', '/2', '/3'].map(
  (path) => `<a href="${path}" data-umami-event="go">${path}</a>`,
)

const toPage = (path: string, library: Library, { head = '', body = '' }: Placed) =>
  `<!doctype html><html><head><title>Page ${path}</title><link rel="icon" href="data:,">
    ${library.head}${head}</head>
  <body hx-boost="true"><main id="swup"><h1>${path}</h1>
    <button data-umami-event="press">Press</button>${links.join('')}</main>${body}</body></html>`

describe.skipIf(!canUseLibraries)('one view a page and one event a click, for each website', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  /** Goes 1 → 2 → 3 → 1 and presses a button on each page; all of it without loading a page. */
  const walkThrough = async (pages: Record<string, string>) => {
    const site = await openSite(browser, pages)
    await site.visit('/1')
    await site.page.evaluate('window.stayed = true')
    let count = websites.length
    await site.received(count)
    for (const next of ['/2', '/3', '/1', '']) {
      await site.page.click('button')
      count += websites.length
      await site.received(count)
      if (!next) break
      await site.page.click(`a[href="${next}"]`)
      await site.page.getByRole('heading', { name: next }).waitFor()
      // The event of the link and the view of the page.
      count += 2 * websites.length
      await site.received(count)
      await site.viewsSettled()
    }
    const messages = await site.viewsSettled()
    expect(await site.page.evaluate<unknown>('window.stayed')).toBe(true)
    for (const id of websites) {
      const sent = messages.filter(({ payload }) => payload.website === id)
      const paths = (name?: string) =>
        sent
          .filter(({ payload }) => payload.name === name)
          .map(({ payload }) => String(payload.url).replace(site.origin, ''))
      expect(paths()).toEqual(['/1', '/2', '/3', '/1'])
      expect(paths('press')).toEqual(['/1', '/2', '/3', '/1'])
      expect(paths('go')).toEqual(['/1', '/2', '/3'])
    }
    expect(messages).toHaveLength(count)
  }

  test.each<[keyof typeof libraries, string, (path: string) => Placed]>([
    ['turbo', 'in the head', () => ({ head: tags() })],
    ['turbo', 'in the body', () => ({ body: tags() })],
    ['turbo', 'in both', () => ({ head: tags(), body: tags() })],
    ['turbo', 'with a version of each page', (path) => ({ head: tags('', `?v=${path}`) })],
    ['swup', 'in the head', () => ({ head: tags() })],
    ['swup', 'in the body', () => ({ body: tags() })],
    ['htmx', 'in the head', () => ({ head: tags() })],
    ['htmx', 'in the body', () => ({ body: tags() })],
    ['astro', 'in the head', () => ({ head: tags() })],
    ['astro', 'that run again with each page', () => ({ head: tags('data-astro-rerun') })],
    ['astro', 'with a version of each page', (path) => ({ body: tags('', `?v=${path}`) })],
  ])('%s with tags %s', async (name, _, placed) => {
    const library = libraries[name]
    const pages = ['/1', '/2', '/3'].map((path) => [path, toPage(path, library, placed(path))])
    await walkThrough({ ...Object.fromEntries(pages), '/library.js': await library.script() })
  })

  test('react in strict mode, tags by an effect of each page', async () => {
    const page = `<!doctype html><title>App</title><link rel="icon" href="data:,">
      <main data-websites="${websites.join(' ')}"></main>
      <script type="module" src="/app.js"></script>`
    await walkThrough({ '/1': page, '/app.js': await reactApp() })
  })
})
