// Short links and pixels: addresses that count how often they are opened. This table is all they differ in.

import type { MessageKey } from '../text/messages.ts'
import { slugAddress } from '../text/slugs.ts'

export type SlugKind = 'link' | 'pixel'

/** A short link or pixel as the server sends it. */
export interface SlugTarget {
  id: string
  name: string
  slug: string
  /** Where a link leads to; pixels lead nowhere. */
  url?: string
}

interface KindParts {
  /** Last part of the paths of the API and of pages, and first part of message keys. */
  list: 'links' | 'pixels'
  /** What is counted of it. */
  count: 'links.clicks' | 'pixels.views'
  /** Heading and text of what is there to copy. */
  codeTitle: MessageKey
  codeText: MessageKey
  /** What to put on other pages, for a slug. */
  toCode: (slug: string) => string
}

export const slugKinds: Record<SlugKind, KindParts> = {
  link: {
    list: 'links',
    count: 'links.clicks',
    codeTitle: 'links.address',
    codeText: 'links.addressText',
    toCode: (slug) => slugAddress('link', slug),
  },
  pixel: {
    list: 'pixels',
    count: 'pixels.views',
    codeTitle: 'pixels.tag',
    codeText: 'pixels.tagText',
    toCode: (slug) => `<img src="${slugAddress('pixel', slug)}" alt="" width="1" height="1">`,
  },
}
