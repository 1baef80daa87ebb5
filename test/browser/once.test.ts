// However often the script is started in one document, it counts once for each website.
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  setDefaultTimeout,
  test,
} from 'bun:test'
import type { Browser } from 'playwright-core'
import { startServer } from '../support/app.ts'
import { browserTimeoutMs, canBrowse, openChromium } from '../support/chromium.ts'
import { html, openSite, scriptTag, website } from './tracked-site.ts'

setDefaultTimeout(browserTimeoutMs)

const second = 'a3d4a8c5-0f4e-4f53-9f10-7c2d4b7f1e11'
const button = '<button data-umami-event="press">Press</button>'

describe.skipIf(!canBrowse)('one view a page and one event a click', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  const tag = scriptTag()
  const insert = `const script = document.createElement('script')
    script.src = '/script.js'
    script.dataset.websiteId = '${website}'
    document.body.append(script)`

  test.each([
    ['the same tag twice', tag + tag],
    ['another version of the address', tag + tag.replace('script.js', 'script.js?v=2')],
    ['another name', tag + tag.replace('/script.js', '/assets/js/count.js')],
    ['an id in capitals', tag + tag.replace(website, website.toUpperCase())],
    ['a tag that runs at once', tag + tag.replace('defer', '')],
    [
      'two modules',
      ['1', '2'].map((v) =>
        tag.replace('defer src="/script.js"', `type=module src=script.js?${v}`),
      ),
    ],
    ['a tag manager', `${tag}<script>addEventListener('load', () => { ${insert} })</script>`],
    [
      'a tag manager that runs twice, late',
      `<script>addEventListener('load', () => setTimeout(() => { { ${insert} } { ${insert} } }))</script>`,
    ],
    ['data-auto-track="false" beside it', tag + scriptTag('data-auto-track="false"')],
    ['data-auto-track="false" before it', scriptTag('data-auto-track="false"') + tag],
    [
      'a tag for another host before it',
      scriptTag('data-domains="other.example" data-tag="other"') + tag,
    ],
    ['a tag for another host behind it', tag + scriptTag('data-domains="other.example"')],
  ])('%s', async (_, tags) => {
    const page = `<!doctype html><title>Home</title><link rel="icon" href="data:,">${[tags].flat().join('')}${button}`
    const site = await openSite(browser, { '/': page })
    await site.visit()
    await site.received(1)
    await site.page.click('button')
    await site.received(2)
    await site.page.evaluate(() => history.pushState({}, '', '/next'))
    await site.received(3)
    const { origin } = site
    expect(await site.viewsSettled()).toEqual([
      { type: 'event', payload: site.payload('Home') },
      { type: 'event', payload: site.payload('Home', '/', { name: 'press', data: {} }) },
      { type: 'event', payload: site.payload('Home', '/next', { referrer: `${origin}/` }) },
    ])
  })

  test('a tag that is put in again after each navigation', async () => {
    const site = await openSite(browser, { '/': html('Home', button) })
    await site.visit()
    for (const path of ['/2', '/3', '/']) {
      await site.page.evaluate(async (next) => {
        history.pushState({}, '', next)
        const old = document.querySelector('script') as HTMLScriptElement
        const script = document.createElement('script')
        for (const { name, value } of old.attributes) script.setAttribute(name, value)
        const loaded = new Promise((resolve) => script.addEventListener('load', resolve))
        old.replaceWith(script)
        await loaded
      }, path)
      await site.viewsSettled()
    }
    await site.page.click('button')
    await site.received(5)
    const sent = (await site.viewsSettled()).map(({ payload }) => [payload.url, payload.name])
    expect(sent).toEqual([
      [`${site.origin}/`, undefined],
      [`${site.origin}/2`, undefined],
      [`${site.origin}/3`, undefined],
      [`${site.origin}/`, undefined],
      [`${site.origin}/`, 'press'],
    ])
  })

  const tags = [website, second].map((id) => tag.replace(website, id))

  test.each([
    ['two tags', tags],
    ['two tags, each twice', [...tags, ...tags]],
    ['two modules', tags.map((each) => each.replace('defer', 'type="module"'))],
    [
      'two modules with addresses of their own',
      tags.map((each, at) => each.replace('defer', 'type="module"').replace('.js', `.js?${at}`)),
    ],
  ])('for each of two websites: %s', async (name, both) => {
    const link = '<a href="/next" data-umami-event="go">Go</a>'
    const page = `<!doctype html><title>Home</title><link rel="icon" href="data:,">${both.join('')}${button}${link}`
    const site = await openSite(browser, { '/': page, '/next': '<title>Next</title>' })
    await site.visit()
    // A module of one address runs once, whatever tags name it.
    const ids = name === 'two modules' ? [website] : [website, second]
    await site.received(ids.length)
    await site.page.click('button')
    await site.received(2 * ids.length)
    await site.page.evaluate(() => history.pushState({}, '', '/shown'))
    await site.received(3 * ids.length)
    await site.page.click('a')
    await site.page.waitForURL('**/next')
    await site.received(4 * ids.length)
    const { origin } = site
    for (const id of ids) {
      const sent = site.messages.filter(({ payload }) => payload.website === id)
      expect(sent.map(({ payload }) => [payload.url, payload.name])).toEqual([
        [`${origin}/`, undefined],
        [`${origin}/`, 'press'],
        [`${origin}/shown`, undefined],
        [`${origin}/shown`, 'go'],
      ])
    }
    expect(await site.settled()).toHaveLength(4 * ids.length)
  })

  test('the numbers of two websites, each with its tag twice', async () => {
    const server = await startServer({ now: '2026-03-10T10:00:00Z' })
    onTestFinished(() => server.stop())
    const ids = [await server.createWebsite('One'), await server.createWebsite('Two')]
    const here = ids.map((id) =>
      tag.replace(website, id).replace('/script.js', `${server.url}/script.js`),
    )
    const site = await openSite(browser, {
      '/': `<!doctype html><title>Home</title><link rel="icon" href="data:,">
        ${[...here, ...here].join('')}${button}`,
    })
    let answers = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    site.page.on('requestfinished', (request) => {
      if (request.method() !== 'POST') return
      answers += 1
      // One view, one event and one more view for each.
      if (answers === 6) resolve()
    })
    await site.visit()
    await site.page.click('button')
    await site.page.evaluate(() => history.pushState({}, '', '/next'))
    await promise
    await site.viewsSettled()
    const [from, to] = ['2026-03-10', '2026-03-11'].map((date) => Date.parse(date))
    const range = `startAt=${from}&endAt=${to}`
    for (const id of ids) {
      const stats = await server.ask(`/api/websites/${id}/stats?${range}`)
      expect(stats.body).toMatchObject({ pageviews: 2, visitors: 1, visits: 1 })
      const events = await server.ask(`/api/websites/${id}/metrics/expanded?${range}&type=event`)
      expect(events.body).toMatchObject([{ name: 'press', pageviews: 1, visitors: 1 }])
    }
  })
})
