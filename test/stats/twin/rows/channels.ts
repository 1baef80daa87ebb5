// Channels and domain groups, typed off the tables of section 3.7 and 4 of the contract.

import type { TwinEvent } from './rows.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const hosts = {
  llm: words('chatgpt.com claude.ai copilot.microsoft.com gemini.google.com meta.ai perplexity.ai'),
  search: words(
    'baidu.com bing.com duckduckgo.com ecosia.org google. msn.com search.brave.com yandex.',
  ),
  social: words(`bsky.app facebook.com fb.com ig.com instagram.com linkedin. news.ycombinator.com
    pinterest. reddit. snapchat. t.co threads.net tiktok. twitter.com x.com`),
  email: words('gmail. hotmail. mail.yahoo. outlook. proton.me protonmail.'),
  shopping: words(`alibaba.com aliexpress.com amazon. bestbuy.com ebay.com etsy.com newegg.com
    target.com walmart.com`),
  video: words('twitch. youtube.'),
}

const paidNames =
  words(`ad_id aid dclid epik fbclid gclid li_fat_id msclkid ob_click_id pc_id rdt_cid
  scid ttclid twclid`)
const paidPrefixes = words(
  'utm_medium=cpc utm_medium=paid utm_medium=paid_social utm_source=google',
)

const groups: [string, string[]][] = [
  ...words(
    'baidu.com bing.com brave.com chatgpt.com duckduckgo.com facebook.com github.com google.com',
  ).map((name): [string, string[]] => [name, [name.replace('com', '')]]),
  ['news.ycombinator.com', ['news.ycombinator.com']],
  ['instagram.com', ['instagram.', 'ig.com']],
  ...words('linkedin.com pinterest.com reddit.com snapchat.com').map((name): [string, string[]] => [
    name,
    [name.replace('com', '')],
  ]),
  ['twitter.com', ['twitter.', 't.co', 'x.com']],
  ['yahoo.com', ['yahoo.']],
  ['yandex.ru', ['yandex.']],
]

function isHost(host: string, entry: string): boolean {
  const lower = host.toLowerCase()
  return entry.endsWith('.')
    ? lower.startsWith(entry) || lower.includes(`.${entry}`)
    : lower === entry || lower.endsWith(`.${entry}`)
}

const isAmong = (host: string, entries: string[]): boolean =>
  entries.some((entry) => isHost(host, entry))

export const domainGroup = (host: string): string =>
  groups.find(([, entries]) => isAmong(host, entries))?.[0] ?? 'Other'

function isPaid(query: string): boolean {
  const parameters = query.toLowerCase().split('&')
  return parameters.some(
    (parameter) =>
      paidNames.some((name) => parameter.startsWith(`${name}=`)) ||
      paidPrefixes.some((prefix) => parameter.startsWith(prefix)),
  )
}

/** Every label there is. */
export const channels = words(`direct paidAds referral affiliate sms llm organicSearch paidSearch
  organicSocial paidSocial email organicShopping paidShopping organicVideo paidVideo`)

/** The label of a row; null when no rule holds, and for one that never left the site. */
export function toChannel(row: TwinEvent): string | null {
  if (row.isInside) return null
  const host = row.referrerDomain ?? ''
  const query = row.urlQuery ?? ''
  const target = (row.utmSource ?? '').toLowerCase()
  const medium = (row.utmMedium ?? '').toLowerCase()
  const says = (...parts: string[]) => parts.some((part) => medium.includes(part))
  const prefix = says('cp', 'ppc', 'retargeting', 'paid') ? 'paid' : 'organic'
  if (host === '' && query === '') return 'direct'
  if (isPaid(query)) return 'paidAds'
  if (says('referral', 'app', 'link')) return 'referral'
  if (says('affiliate')) return 'affiliate'
  if (says('sms') || target.includes('sms')) return 'sms'
  if (isAmong(host, hosts.llm)) return 'llm'
  if (isAmong(host, hosts.search) || says('organic')) return `${prefix}Search`
  if (isAmong(host, hosts.social)) return `${prefix}Social`
  if (isAmong(host, hosts.email) || says('mail')) return 'email'
  if (isAmong(host, hosts.shopping) || says('shop')) return `${prefix}Shopping`
  if (isAmong(host, hosts.video) || says('video')) return `${prefix}Video`
  if (host !== '') return 'referral'
  return null
}
