// A website with two weeks of lively visits, the same at every run.

import type { TestServer } from '../support/app.ts'

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
]
const paths = [
  '/',
  '/pricing',
  '/docs',
  '/blog/hello-world',
  '/docs/install',
  '/about',
  '/contact',
  '/blog/one-year-later',
  '/jobs',
]
const titles = [
  'Home',
  'Pricing',
  'Docs',
  'Hello, world',
  'Install',
  'About us',
  'Contact',
  'One year later',
  'Jobs',
]
const referrers = [
  '',
  '',
  'https://www.google.com/',
  'https://news.ycombinator.com/item',
  'https://duckduckgo.com/',
  'https://www.reddit.com/r/selfhosted',
  'https://github.com/example',
]
const queries = [
  '',
  '',
  '',
  '?utm_source=newsletter&utm_medium=email&utm_campaign=spring',
  '?utm_source=ads&utm_medium=cpc&gclid=1',
]
const countries = ['US', 'DE', 'FR', 'IN', 'GB', 'BR', 'JP', 'CA', 'NL', 'ES', 'SG', 'AU', 'ZA']
const cities = [
  'Austin',
  'Berlin',
  'Lyon',
  'Pune',
  'Leeds',
  'Recife',
  'Kyoto',
  'Toronto',
  'Utrecht',
  'Sevilla',
  'Singapore',
  'Perth',
  'Durban',
]
const regions = ['TX', 'BE', 'ARA', 'MH', 'ENG', 'PE', '26', 'ON', 'UT', 'AN', '01', 'WA', 'KZN']
const languages = [
  'en-US',
  'de-DE',
  'fr-FR',
  'en-IN',
  'en-GB',
  'pt-BR',
  'ja-JP',
  'en-CA',
  'nl-NL',
  'es-ES',
  'en-SG',
  'en-AU',
  'en-ZA',
]
const screens = ['1920x1080', '390x844', '1440x900', '2560x1440', '412x915']

const hourMs = 3_600_000

/** Sends some hundred visits a week until a minute before `endAt`, more by day than by night. */
export async function seedVisits(
  server: TestServer,
  websiteId: string,
  endAt: number,
  days = 14,
): Promise<void> {
  const { random, skewed } = dice()
  const byPlace: Row[][] = countries.map(() => [])
  for (let hour = days * 24 - 1; hour >= 0; hour -= 1) {
    const at = endAt - hour * hourMs
    const ofDay = new Date(at).getUTCHours()
    const lively = Math.max(0, Math.sin(((ofDay - 5) / 24) * 2 * Math.PI - Math.PI / 2) + 0.6)
    const count = Math.round(lively * (1 + random(3)) * (1 + (days * 24 - hour) / 400))
    for (let index = 0; index < count; index += 1) {
      const place = skewed(countries.length)
      byPlace[place]?.push(...visitOf(place, at - 60_000 - random(50) * 60_000, random, skewed))
    }
  }
  for (const [place, rows] of byPlace.entries()) {
    for (let first = 0; first < rows.length; first += 500) {
      const payloads = rows.slice(first, first + 500)
      const answer = await server.ask('/api/batch', {
        token: null,
        headers: {
          'User-Agent': agents[0] as string,
          'X-Forwarded-For': `2001:db8::${place + 1}`,
          'CF-IPCountry': countries[place] as string,
          'CF-Region-Code': regions[place] as string,
          'CF-IPCity': cities[place] as string,
        },
        body: payloads.map((payload) => ({
          type: 'event',
          payload: { website: websiteId, hostname: 'example.com', ...payload },
        })),
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    }
  }
}

type Row = Record<string, unknown>
type Dice = (limit: number) => number

/** Whole numbers below a limit, the same at every run; with `skewed`, small ones are more likely. */
function dice(): { random: Dice; skewed: Dice } {
  let state = 7
  const random = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return { random, skewed: (limit) => Math.min(random(limit), random(limit)) }
}

/** The rows of one visit from a place that begins at an instant. */
function visitOf(place: number, at: number, random: Dice, skewed: Dice): Row[] {
  const agent = skewed(agents.length)
  const person = {
    id: `person ${place} ${agent} ${random(40)}`,
    userAgent: agents[agent],
    screen: screens[agent],
    language: languages[place],
  }
  const referrer = referrers[random(referrers.length)]
  const startSecond = Math.floor(at / 1000)
  const pages = 1 + skewed(5)
  const rows = Array.from({ length: pages }, (_, index): Row => {
    const page = skewed(paths.length)
    const query = index === 0 ? queries[random(queries.length)] : ''
    return {
      ...person,
      timestamp: startSecond + index * (20 + random(90)),
      url: `${paths[page]}${query}`,
      title: titles[page],
      referrer: index === 0 ? referrer : 'https://example.com/',
    }
  })
  if (random(4) > 0) return rows
  const name = ['signup', 'download', 'play video'][skewed(3)]
  const timestamp = startSecond + pages * 110
  return [...rows, { ...person, timestamp, url: '/pricing', title: 'Pricing', name }]
}
