// Which hosts and parameters make which channel. An entry with a trailing dot stands for any top-level
// domain: `google.` is google.com, www.google.de and news.google.fr.

export const channelHosts = {
  llm: [
    'chatgpt.com',
    'claude.ai',
    'copilot.microsoft.com',
    'gemini.google.com',
    'meta.ai',
    'perplexity.ai',
  ],
  search: [
    'baidu.com',
    'bing.com',
    'duckduckgo.com',
    'ecosia.org',
    'google.',
    'msn.com',
    'search.brave.com',
    'yandex.',
  ],
  social: [
    'bsky.app',
    'facebook.com',
    'fb.com',
    'ig.com',
    'instagram.com',
    'linkedin.',
    'news.ycombinator.com',
    'pinterest.',
    'reddit.',
    'snapchat.',
    't.co',
    'threads.net',
    'tiktok.',
    'twitter.com',
    'x.com',
  ],
  email: ['gmail.', 'hotmail.', 'mail.yahoo.', 'outlook.', 'proton.me', 'protonmail.'],
  shopping: [
    'alibaba.com',
    'aliexpress.com',
    'amazon.',
    'bestbuy.com',
    'ebay.com',
    'etsy.com',
    'newegg.com',
    'target.com',
    'walmart.com',
  ],
  video: ['twitch.', 'youtube.'],
} as const

/** Query parameters that mark a paid click, whatever their value. */
export const paidParameters = [
  'ad_id',
  'aid',
  'dclid',
  'epik',
  'fbclid',
  'gclid',
  'li_fat_id',
  'msclkid',
  'ob_click_id',
  'pc_id',
  'rdt_cid',
  'scid',
  'ttclid',
  'twclid',
]

/** Beginnings of parameters with their value that mark a paid click. */
export const paidValues = ['utm_medium=cpc', 'utm_medium=paid', 'utm_source=google']

/** Families of referrer hosts, in order; the first match names the group. */
export const domainGroups: readonly (readonly [string, readonly string[]])[] = [
  ['baidu.com', ['baidu.']],
  ['bing.com', ['bing.']],
  ['brave.com', ['brave.']],
  ['chatgpt.com', ['chatgpt.']],
  ['duckduckgo.com', ['duckduckgo.']],
  ['facebook.com', ['facebook.']],
  ['github.com', ['github.']],
  ['google.com', ['google.']],
  ['news.ycombinator.com', ['news.ycombinator.com']],
  ['instagram.com', ['instagram.', 'ig.com']],
  ['linkedin.com', ['linkedin.']],
  ['pinterest.com', ['pinterest.']],
  ['reddit.com', ['reddit.']],
  ['snapchat.com', ['snapchat.']],
  ['twitter.com', ['twitter.', 't.co', 'x.com']],
  ['yahoo.com', ['yahoo.']],
  ['yandex.ru', ['yandex.']],
]
