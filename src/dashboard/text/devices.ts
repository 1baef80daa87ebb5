// Kinds of devices, in words.

import { type MessageKey, t } from './messages.ts'

const words = new Map<string, MessageKey>([
  ['desktop', 'device.desktop'],
  ['laptop', 'device.laptop'],
  ['mobile', 'device.mobile'],
  ['tablet', 'device.tablet'],
])

/** A kind of device in words. */
export function deviceName(value: string): string {
  const key = words.get(value)
  return key ? t(key) : value
}
