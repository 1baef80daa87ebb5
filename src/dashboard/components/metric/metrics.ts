// The metrics of the overview, by panel.

import { hostName } from '../../../lib/host-name.ts'
import type { FilterField } from '../../filters/filter.ts'
import { channelName } from '../../text/channels.ts'
import { deviceName } from '../../text/devices.ts'
import { type MessageKey, t } from '../../text/messages.ts'
import { browserName, countryName, languageName, regionName } from '../../text/names.ts'
import type { Metric } from './metric.ts'

const byType = (type: FilterField, label: MessageKey, more: Partial<Metric> = {}): Metric => ({
  type,
  label: t(label),
  head: t(`field.${type}`),
  field: type,
  ...more,
})

/** Pages by path, first and last page of visits, and title. */
export const pageMetrics = (): Metric[] => [
  byType('path', 'metric.path', { explanation: t('counted.page') }),
  byType('entry', 'metric.entry', { explanation: t('counted.entry') }),
  byType('exit', 'metric.exit', { explanation: t('counted.exit') }),
  byType('title', 'metric.title', { explanation: t('counted.page') }),
]

export const sourceMetrics = (): Metric[] => [
  byType('referrer', 'metric.referrer', {
    name: hostName,
    explanation: t('counted.referrer'),
  }),
  byType('channel', 'metric.channel', {
    name: channelName,
    isSmall: true,
    explanation: t('counted.channel'),
  }),
]

export const utmMetrics = (): Metric[] =>
  (['utmSource', 'utmMedium', 'utmCampaign', 'utmContent', 'utmTerm'] as const).map((type) =>
    byType(type, `field.${type}`, { head: t('filters.value'), explanation: t('counted.utm') }),
  )

export const environmentMetrics = (): Metric[] => [
  byType('browser', 'metric.browser', { name: browserName, isSmall: true }),
  byType('os', 'metric.os'),
  byType('device', 'metric.device', { name: deviceName, isSmall: true }),
  byType('screen', 'metric.screen'),
  byType('language', 'metric.language', { name: languageName, isSmall: true }),
]

export const placeMetrics = (): Metric[] => [
  byType('country', 'metric.country', { name: countryName, isSmall: true }),
  byType('region', 'metric.region', { name: regionName, isSmall: true }),
  byType('city', 'metric.city', {
    name: (value, country) => (country ? `${value}, ${countryName(country)}` : value),
  }),
]

export const eventMetric = (): Metric => byType('event', 'metric.event', { countsEvents: true })
