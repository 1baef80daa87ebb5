// The metrics of the overview, by panel.

import type { Metric } from '../components/metric-table.tsx'
import type { FilterField } from '../filters/filter.ts'
import { type MessageKey, t } from '../text/messages.ts'
import { browserName, countryName, languageName, regionName } from '../text/names.ts'

const byType = (type: FilterField, label: MessageKey, more: Partial<Metric> = {}): Metric => ({
  type,
  label: t(label),
  field: type,
  ...more,
})

const word = (prefix: 'channel' | 'device', value: string): string => {
  const words: Record<string, MessageKey | undefined> = {
    'channel.direct': 'channel.direct',
    'channel.paidAds': 'channel.paidAds',
    'channel.referral': 'channel.referral',
    'channel.affiliate': 'channel.affiliate',
    'channel.sms': 'channel.sms',
    'channel.llm': 'channel.llm',
    'channel.organicSearch': 'channel.organicSearch',
    'channel.paidSearch': 'channel.paidSearch',
    'channel.organicSocial': 'channel.organicSocial',
    'channel.paidSocial': 'channel.paidSocial',
    'channel.email': 'channel.email',
    'channel.organicShopping': 'channel.organicShopping',
    'channel.paidShopping': 'channel.paidShopping',
    'channel.organicVideo': 'channel.organicVideo',
    'channel.paidVideo': 'channel.paidVideo',
    'device.desktop': 'device.desktop',
    'device.laptop': 'device.laptop',
    'device.mobile': 'device.mobile',
    'device.tablet': 'device.tablet',
  }
  const key = words[`${prefix}.${value}`]
  return key ? t(key) : value
}

/** A channel in words. */
export const channelName = (value: string): string => word('channel', value)

/** A kind of device in words. */
export const deviceName = (value: string): string => word('device', value)

/** Pages by path, first and last page of visits, and title. */
export const pageMetrics = (): Metric[] => [
  byType('path', 'metric.path'),
  // Visits that begin or end on a page cannot be filtered for; what is on that page can.
  { type: 'entry', label: t('metric.entry'), field: null },
  { type: 'exit', label: t('metric.exit'), field: null },
  byType('title', 'metric.title'),
]

export const sourceMetrics = (): Metric[] => [
  byType('referrer', 'metric.referrer'),
  {
    type: 'channel',
    label: t('metric.channel'),
    field: null,
    name: (value) => word('channel', value),
    isSearchable: false,
  },
]

export const utmMetrics = (): Metric[] => [
  byType('utmSource', 'field.utmSource'),
  byType('utmMedium', 'field.utmMedium'),
  byType('utmCampaign', 'field.utmCampaign'),
  byType('utmContent', 'field.utmContent'),
  byType('utmTerm', 'field.utmTerm'),
]

export const environmentMetrics = (): Metric[] => [
  byType('browser', 'metric.browser', { name: browserName }),
  byType('os', 'metric.os'),
  byType('device', 'metric.device', { name: (value) => word('device', value) }),
  { type: 'screen', label: t('metric.screen'), field: null, isSearchable: false },
  byType('language', 'metric.language', { name: languageName }),
]

export const placeMetrics = (): Metric[] => [
  byType('country', 'metric.country', { name: countryName }),
  byType('region', 'metric.region', { name: regionName }),
  byType('city', 'metric.city', {
    name: (value, country) => (country ? `${value}, ${countryName(country)}` : value),
  }),
]

export const eventMetric = (): Metric => byType('event', 'metric.event', { countsEvents: true })
