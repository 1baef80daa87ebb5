// How visits begin: typed in, found, linked, mailed or paid for.

import type { EventFields } from '../collect/shape/columns.ts'
import type { Random } from './random.ts'
import { WeightedSampler } from './weighted-sampler.ts'

/** The columns of a landing page that say where its visitor came from. */
export type Origin = Partial<EventFields>

export const direct: Origin = {}

const from = (host: string, path = '/'): Origin => ({
  referrerDomain: host,
  referrerPath: path,
})

/** A campaign as its links name it. */
function campaign(origin: Origin, source: string, medium: string, name: string, content?: string) {
  const tail = content === undefined ? '' : `&utm_content=${content}`
  return {
    ...origin,
    urlQuery: `utm_source=${source}&utm_medium=${medium}&utm_campaign=${name}${tail}`,
    utmSource: source,
    utmMedium: medium,
    utmCampaign: name,
    utmContent: content ?? null,
  }
}

type ClickId = 'gclid' | 'fbclid' | 'msclkid'

/** An origin, and the click id that its advertising network adds to each click. */
const origins: readonly (readonly [Origin, ClickId | null, number])[] = [
  [direct, null, 300],
  [from('google.com'), null, 240],
  [from('google.de'), null, 40],
  [from('bing.com'), null, 35],
  [from('duckduckgo.com'), null, 30],
  [from('chatgpt.com'), null, 25],
  [from('perplexity.ai'), null, 8],
  [from('news.ycombinator.com', '/item'), null, 20],
  [from('reddit.com', '/r/bikes/comments/1k2j3h'), null, 22],
  [from('t.co', '/3xYzAbC'), null, 18],
  [from('linkedin.com'), null, 15],
  [from('youtube.com'), null, 14],
  [from('github.com', '/northwind/bikes'), null, 14],
  [from('l.instagram.com'), null, 12],
  [from('mail.yahoo.com'), null, 5],
  [campaign(direct, 'newsletter', 'email', 'weekly', 'top'), null, 35],
  [campaign(direct, 'newsletter', 'email', 'weekly', 'footer'), null, 15],
  [campaign(from('facebook.com'), 'facebook', 'social', 'spring_sale'), null, 12],
  [campaign(from('google.com'), 'google', 'cpc', 'brand', 'text'), 'gclid', 30],
  [campaign(from('google.com'), 'google', 'cpc', 'cargo_bikes', 'image'), 'gclid', 20],
  [campaign(from('l.facebook.com'), 'facebook', 'paid', 'retargeting'), 'fbclid', 18],
  [campaign(from('bing.com'), 'bing', 'cpc', 'brand'), 'msclkid', 8],
]

/** Websites that few come from. */
const rareHosts = 400

const byShare = new WeightedSampler<readonly [Origin, ClickId | null] | null>([
  ...origins.map(([origin, click, share]): [readonly [Origin, ClickId | null], number] => [
    [origin, click],
    share,
  ]),
  [null, 45],
])

const rareOrigins = Array.from({ length: rareHosts }, (_, rank) =>
  from(`cycling-${rank + 1}.example.net`, '/links'),
)

export function drawOrigin(random: Random): Origin {
  const drawn = byShare.draw(random)
  if (drawn === null) return rareOrigins[random.rank(rareHosts)] as Origin
  const [origin, click] = drawn
  if (click === null) return origin
  const id = `Cj0K${random.hex(3)}`
  return { ...origin, urlQuery: `${origin.urlQuery}&${click}=${id}`, [click]: id }
}

/** The origin of a page reached from another one of the website. */
export const within = (path: string): Origin => ({ referrerPath: path })
