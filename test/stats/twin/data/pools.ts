// What random hits are made of: as it is sent, and as it is stored.

export const agents = {
  'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0': {
    browser: 'firefox',
    os: 'Linux',
    device: 'desktop',
  },
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36':
    { browser: 'chrome', os: 'Windows 10', device: 'desktop' },
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1':
    { browser: 'ios', os: 'iOS', device: 'mobile' },
  'Mozilla/5.0 (Teapot; Kettle) Gecko/2010': { browser: null, os: null, device: 'desktop' },
} as const

export type Agent = keyof typeof agents
export const agentTexts = Object.keys(agents) as Agent[]

export const places = [
  { country: null, region: null, city: null, headers: {} },
  place('US', 'CA', 'San Francisco'),
  place('US', 'TX', 'Paris'),
  place('FR', '', 'Paris'),
  place('DE', 'BE', 'Berlin'),
  place('DE', 'BE', ''),
  place('IN', '', ''),
]

function place(country: string, region: string, city: string) {
  return {
    country,
    region: region && `${country}-${region}`,
    city: city || null,
    headers: { 'cf-ipcountry': country, 'cf-region-code': region, 'cf-ipcity': city },
  }
}

/** `measured` is the path of a performance hit, which is not decoded and has no hash. */
export const paths = [
  '/',
  '/',
  '/a',
  '/a',
  '/b',
  '/A',
  '/a/b',
  '/blog/one',
  '/blog/two',
  '/pricing',
  '/done',
  '/x_y',
  '/x1y',
]
  .map((path) => ({ sent: path, stored: path, measured: path }))
  .concat([
    { sent: '/100%25', stored: '/100%', measured: '/100%25' },
    { sent: '/%C3%BC', stored: '/ü', measured: '/%C3%BC' },
    { sent: '/a#top', stored: '/a#top', measured: '/a' },
  ])

export const queries = [
  ...Array.from({ length: 12 }, () => ''),
  'page=2',
  'paid=1',
  'utm_source=news&utm_medium=email&utm_campaign=spring',
  'utm_source=news&utm_medium=email&utm_campaign=fall&utm_content=A%26B',
  'utm_source=google&utm_medium=cpc',
  'utm_source=&utm_campaign=',
  'utm_medium=social-paid&utm_term=shoes',
  'utm_medium=affiliate',
  'utm_source=SMS',
  'utm_medium=Organic',
  'utm_medium=banner&utm_term=a%2Cb',
  'utm_medium=cp-retargeting-shop',
  'utm_medium=video',
  'utm_medium=in-app',
  'gclid=1',
  'fbclid=2&gclid=',
  'x=1&Msclkid=3',
  'msclkid=3',
  'ttclid=4&page=2',
  'li_fat_id=5',
  'twclid=6&utm_source=news',
]

export const hostnames = [
  'example.com',
  'example.com',
  'example.com',
  'www.example.com',
  'shop.example.com',
  'www.shop.example.com',
  'Example.com',
  'example.com:8080',
  null,
]

export const referrers = [
  ...Array.from({ length: 10 }, () => null),
  '',
  'https://example.com/',
  'https://www.example.com/prev?x=1',
  'https://shop.example.com/cart',
  'https://google.com/',
  'https://www.google.de/search?q=shoes',
  'https://news.google.fr/',
  'https://www.bing.com/',
  'https://t.co/abc',
  'https://x.com/',
  'https://netflix.com/title',
  'https://dropbox.com/',
  'https://old.reddit.com/r/a',
  'https://target.com/',
  'https://www.amazon.co.uk/',
  'https://news.ycombinator.com/item?id=1',
  'https://mail.yahoo.com/',
  'https://proton.me/',
  'https://m.youtube.com/watch?v=1',
  'https://chatgpt.com/',
  'https://gemini.google.com/',
  'https://github.com/',
  'https://blog.example.org/%C3%BC',
  'https://example.com:8443/cart',
  '/prev?from=mail',
  '/a',
  'about:blank',
]

export const titles = [
  [null, null],
  ['', null],
  ['Home', 'Home'],
  ['Home', 'Home'],
  ['home', 'home'],
  ['A, B', 'A, B'],
  ['A\\, B\\', 'A\\, B\\'],
  ['100% sure', '100% sure'],
  ['100%25', '100%'],
  ['Über_uns', 'Über_uns'],
] as const

export const tags = [null, null, '', 'beta', 'Beta', 'v1']
export const eventNames = ['signup', 'signup', 'purchase', 'purchase', 'Signup', 'click_x', 'a,b']
export const languages = [
  ...[null, 'en-US', 'en-US', 'en-GB', 'de', 'de-DE', 'EN-us', 'fr'],
  ...['fil', 'fil-PH', 'fi-FI', 'C', 'C.UTF-8', 'en_GB', 'en,de'],
]
export const screens = [null, '', '1920x1080', '2560x1440', '390x844']
export const browsers = [null, null, null, 'safari', 'edge-chromium']
export const systems = [null, null, null, 'Mac OS']
export const devices = [null, null, null, 'tablet', '']

export const currencies = ['USD', 'USD', 'usd', ' eur ', 'JPY', null]
export const amounts = [12.5, '19.90', 10, 1234.5678, 0.0001, 33.3333, 0, -5]

export const dataKeys = ['plan', 'price', 'when', 'ok', 'tags', 'deep.name', 'deep.more.n', 'Ü b']
export const sessionKeys = ['email', 'plan', 'age', 'since', 'vip', 'roles', 'deep.name']

export const leaves = [
  'pro',
  'pro',
  'basic',
  'Pro',
  'a,b',
  '100%',
  'x_y',
  '',
  12.5,
  3,
  0,
  -1.25,
  0.00004,
  100,
  1_000_000,
  '2026-03-29T01:30:00Z',
  '2026-03-29T01:59:59.999Z',
  '2026-03-08T06:59:59.250Z',
  '2025-12-31T23:30:00+01:00',
  '2026-04-04T13:45:00',
  true,
  true,
  false,
  ['a', 'b'],
  ['b', 'b'],
  ['pro', 1, 2.5, true, null],
  [],
]

/** Days, DST changes among them, and the hours before the questions are asked. */
export const windows = [
  { startAt: '2024-02-28T00:00:00Z', endAt: '2024-02-29T23:59:59.999Z', edges: [] },
  {
    startAt: '2025-03-07T05:00:00Z',
    endAt: '2025-03-10T04:59:59.999Z',
    edges: ['2025-03-09T07:00:00Z'],
  },
  {
    startAt: '2025-09-26T11:15:00Z',
    endAt: '2025-09-28T10:14:59.999Z',
    edges: ['2025-09-27T14:00:00Z'],
  },
  {
    startAt: '2025-10-24T22:00:00Z',
    endAt: '2025-10-26T22:59:59.999Z',
    edges: ['2025-10-26T01:00:00Z', '2025-10-26T00:00:00Z'],
  },
  {
    startAt: '2025-11-01T04:00:00Z',
    endAt: '2025-11-03T04:59:59.999Z',
    edges: ['2025-11-02T06:00:00Z', '2025-11-02T05:00:00Z'],
  },
  {
    startAt: '2026-03-07T05:00:00Z',
    endAt: '2026-03-10T03:59:59.999Z',
    edges: ['2026-03-08T07:00:00Z', '2026-03-09T00:00:00Z'],
  },
  {
    startAt: '2026-03-27T23:00:00Z',
    endAt: '2026-03-30T21:59:59.999Z',
    edges: ['2026-03-29T01:00:00Z', '2026-03-28T18:30:00Z'],
  },
  {
    startAt: '2026-04-03T10:15:00Z',
    endAt: '2026-04-06T11:14:59.999Z',
    edges: ['2026-04-04T14:00:00Z', '2026-04-04T13:15:00Z'],
  },
  {
    startAt: '2026-05-02T00:00:00Z',
    endAt: '2026-05-05T09:59:59.999Z',
    edges: ['2026-05-03T00:00:00Z'],
  },
  { startAt: '2026-05-05T10:30:00Z', endAt: '2026-05-05T12:00:20.500Z', edges: [] },
].map(({ startAt, endAt, edges }) => ({
  startAt: Date.parse(startAt),
  endAt: Date.parse(endAt),
  edges: [startAt, ...edges].map((edge) => Date.parse(edge)),
}))

export type Window = (typeof windows)[number]

/** The clock when questions are asked. */
export const askedAt = Date.parse('2026-05-05T12:00:20.500Z')
