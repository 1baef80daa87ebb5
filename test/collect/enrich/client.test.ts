import { describe, expect, test } from 'bun:test'
import { deviceWithScreen, readClient } from '../../../src/collect/enrich/client.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`
const appleMobile = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('browser, system and device', () => {
  test.each([
    ['chrome', 'Windows 10', 'desktop', `${windows} Chrome/126.0.0.0 Safari/537.36`],
    [
      'edge-chromium',
      'Windows 10',
      'desktop',
      `${windows} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    ],
    [
      'edge',
      'Windows 10',
      'desktop',
      `${windows} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`,
    ],
    ['opera', 'Windows 10', 'desktop', `${windows} Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0`],
    [
      'yandexbrowser',
      'Windows 10',
      'desktop',
      `${windows} Chrome/124.0.0.0 YaBrowser/24.6.0 Safari/537.36`,
    ],
    ['ie', 'Windows 7', 'desktop', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
    [
      'safari',
      'Mac OS',
      'desktop',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${appleMobile} Version/17.5 Safari/605.1.15`,
    ],
    [
      'firefox',
      'Linux',
      'desktop',
      'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
    ],
    [
      'chrome',
      'Chrome OS',
      'desktop',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    ],
    [
      'ios',
      'iOS',
      'mobile',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${appleMobile} Version/17.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'crios',
      'iOS',
      'mobile',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${appleMobile} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`,
    ],
    [
      'fxios',
      'iOS',
      'mobile',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${appleMobile} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`,
    ],
    [
      'edge-ios',
      'iOS',
      'mobile',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${appleMobile} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/605.1.15`,
    ],
    [
      'ios',
      'iOS',
      'tablet',
      `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${appleMobile} Version/17.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'chrome',
      'Android OS',
      'mobile',
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'chrome',
      'Android OS',
      'mobile',
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'chrome',
      'Android OS',
      'tablet',
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    ],
    [
      'samsung',
      'Android OS',
      'mobile',
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'chromium-webview',
      'Android OS',
      'mobile',
      `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${webkit} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`,
    ],
    ['android', 'Android OS', 'mobile', 'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)'],
    [
      'safari',
      null,
      'console',
      `Mozilla/5.0 (PlayStation; PlayStation 5/6.50) ${appleMobile} Version/16.4 Safari/605.1.15`,
    ],
    [
      'samsung',
      'Linux',
      'smarttv',
      `Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) ${webkit} SamsungBrowser/2.2 Chrome/63.0.3239.84 TV Safari/537.36`,
    ],
    [
      'chrome',
      'Android OS',
      'xr',
      `Mozilla/5.0 (Linux; Android 12; Quest 3) ${webkit} OculusBrowser/33.0.0 Chrome/124.0.6367.118 VR Safari/537.36`,
    ],
    [null, null, 'desktop', 'Mozilla/5.0 Umami/v20.1.0'],
  ])('%s on %s, %s', (browser, os, device, userAgent) => {
    expect(readClient(userAgent)).toEqual({ isBot: false, browser, os, device })
  })
})

test.each([
  'node',
  'undici',
  'Bun/1.2.0',
  'curl/8.5.0',
  'axios/1.6',
  'python-requests/2.31',
  'Go-http-client/1.1',
  'okhttp/4.12.0',
  'PostmanRuntime/7.39.0',
  'Wget/1.21',
  'Java/17',
  'Dart/3.1',
  'Mozilla/5.0 Node/v20',
  'my-app/1.0',
  'Mozilla/5.0',
  'Mozilla/5.0 (compatible; X/1.0)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/126.0.0.0 Safari/537.36`,
])('%s is a bot', (userAgent) => {
  expect(readClient(userAgent).isBot).toBe(true)
})

test('a very long text is read by its beginning', () => {
  const chrome = `${windows} Chrome/126.0.0.0 Safari/537.36 `
  const client = { isBot: false, browser: 'chrome', os: 'Windows 10', device: 'desktop' }
  expect(readClient(chrome + 'x('.repeat(500_000))).toEqual(client)
})

test.each([
  ['desktop', '1920x1080', 'laptop'],
  ['desktop', '1366x768', 'laptop'],
  ['desktop', '1921x1080', 'desktop'],
  ['desktop', '2560x1440', 'desktop'],
  ['desktop', null, 'desktop'],
  ['desktop', 'wide', 'desktop'],
  ['mobile', '390x844', 'mobile'],
  ['tablet', '1024x768', 'tablet'],
])('a %s with screen %s is a %s', (device, screen, answer) => {
  expect(deviceWithScreen(device, screen)).toBe(answer)
})
