// Vue Router, which sets titles after it has changed the address, and says nothing on going back.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { browserTimeoutMs, openChromium } from '../../support/chromium.ts'
import { html, openSite } from '../tracked-site.ts'
import { canUseLibraries, libraryText } from './libraries.ts'

setDefaultTimeout(browserTimeoutMs)

const app = `
  const page = (title) => ({ render: () => Vue.h('h1', title) })
  const router = VueRouter.createRouter({
    history: VueRouter.createWebHistory(),
    routes: ['One', 'Two', 'Three'].map((title, at) => ({
      path: '/' + (at + 1),
      component: page(title),
      meta: { title },
    })),
  })
  router.afterEach((to) => {
    document.title = to.meta.title
  })
  Vue.createApp({ render: () => Vue.h(VueRouter.RouterView) }).use(router).mount('main')
  window.router = router`

describe.skipIf(!canUseLibraries)('with Vue Router', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  const openApp = async () => {
    const library =
      (await libraryText('vue/dist/vue.runtime.global.prod.js')) +
      (await libraryText('vue-router/dist/vue-router.global.prod.js'))
    const body = '<main></main><script src="/library.js"></script><script src="/app.js"></script>'
    const site = await openSite(browser, {
      '/1': html('Loading', body),
      '/library.js': library,
      '/app.js': app,
    })
    await site.visit('/1')
    await site.received(1)
    return site
  }

  test('1 → 2 → 3 → back → 3: each view has its own title', async () => {
    const site = await openApp()
    await site.page.evaluate('router.push("/2")')
    await site.received(2)
    await site.page.evaluate('router.push("/3")')
    await site.received(3)
    await site.page.goBack()
    await site.page.getByRole('heading', { name: 'Two' }).waitFor()
    await site.page.evaluate('router.push("/3")')
    await site.received(5)
    const sent = (await site.viewsSettled()).map(({ payload: { url, title, referrer } }) => [
      String(url).replace(site.origin, ''),
      title,
      String(referrer).replace(site.origin, ''),
    ])
    // The step back is sent when the page it led to is left.
    expect(sent).toEqual([
      ['/1', 'One', ''],
      ['/2', 'Two', '/1'],
      ['/3', 'Three', '/2'],
      ['/2', 'Two', '/3'],
      ['/3', 'Three', '/2'],
    ])
  })

  test('pages that are passed in no time keep their titles', async () => {
    const site = await openApp()
    await site.page.evaluate(`(async () => {
      for (const path of ['/2', '/3', '/1']) await router.push(path)
    })()`)
    await site.received(4)
    const sent = (await site.viewsSettled()).map(({ payload }) => [
      String(payload.url).replace(site.origin, ''),
      payload.title,
    ])
    expect(sent.toSorted()).toEqual([
      ['/1', 'One'],
      ['/1', 'One'],
      ['/2', 'Two'],
      ['/3', 'Three'],
    ])
  })
})
