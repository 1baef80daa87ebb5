// How visitors came, in words.

import { type MessageKey, t } from './messages.ts'

const words = {
  direct: 'channel.direct',
  paidAds: 'channel.paidAds',
  referral: 'channel.referral',
  affiliate: 'channel.affiliate',
  sms: 'channel.sms',
  llm: 'channel.llm',
  organicSearch: 'channel.organicSearch',
  paidSearch: 'channel.paidSearch',
  organicSocial: 'channel.organicSocial',
  paidSocial: 'channel.paidSocial',
  email: 'channel.email',
  organicShopping: 'channel.organicShopping',
  paidShopping: 'channel.paidShopping',
  organicVideo: 'channel.organicVideo',
  paidVideo: 'channel.paidVideo',
  Unknown: 'unknown',
} as const satisfies Record<string, MessageKey>

type Channel = keyof typeof words
/** Every channel there is, as the server calls it. */
export const channels = Object.keys(words) as Channel[]

/** A channel in words. */
export function channelName(value: string): string {
  const channel = channels.find((one) => one === value)
  return channel ? t(words[channel]) : value
}
