// Web vitals: how fast and calm pages were, and what is good. Limits as published on web.dev.

import { type MessageKey, t } from '../text/messages.ts'
import { decimalNumber, preciseNumber, wholeNumber } from '../text/numbers.ts'

interface VitalLimits {
  /** Its name in full. */
  label: MessageKey
  /** The highest value that is good, in milliseconds; cls has no unit. */
  good: number
  /** Above it is poor; between them work is needed. */
  poor: number
}

export const vitals = {
  lcp: { label: 'vital.lcp', good: 2500, poor: 4000 },
  inp: { label: 'vital.inp', good: 200, poor: 500 },
  cls: { label: 'vital.cls', good: 0.1, poor: 0.25 },
  fcp: { label: 'vital.fcp', good: 1800, poor: 3000 },
  ttfb: { label: 'vital.ttfb', good: 800, poor: 1800 },
} as const satisfies Record<string, VitalLimits>

export type Vital = keyof typeof vitals
export const vitalNames = Object.keys(vitals) as Vital[]

export const bands = ['good', 'fair', 'poor'] as const
export type Band = (typeof bands)[number]

export const bandKeys = {
  good: 'vital.good',
  fair: 'vital.fair',
  poor: 'vital.poor',
} as const satisfies Record<Band, MessageKey>

/** Whether a value is good, needs work, or is poor. */
export function rateVital(vital: Vital, value: number): Band {
  const { good, poor } = vitals[vital]
  return value <= good ? 'good' : value <= poor ? 'fair' : 'poor'
}

/** A value with its unit: 320 ms, 2.5 s; cls has none. */
export function vitalText(vital: Vital, value: number): string {
  if (vital === 'cls') return decimalNumber(value, 3)
  if (value < 1000) return t('vital.ms', { value: wholeNumber(value) })
  return t('vital.s', { value: decimalNumber(value / 1000, 2) })
}

/** The same for round values, as short as can be. */
export function vitalAxisText(vital: Vital, value: number): string {
  if (vital === 'cls') return preciseNumber(value)
  return t('vital.s', { value: preciseNumber(value / 1000) })
}

/** Three quarters of the measurements were at most `p75`, and so on. */
export interface Percentiles {
  p50: number
  p75: number
  p95: number
}

/** Nothing takes no time at all: zeros mean that it was never measured. Only cls can be zero. */
export const wasMeasured = (vital: Vital, { p95 }: Percentiles): boolean =>
  vital === 'cls' || p95 > 0
