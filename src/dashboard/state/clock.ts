// The time, at one address, and its passing.

import { minuteMs } from '../../time/durations.ts'
import { signal, useSignal } from './signal.ts'

/** Epoch milliseconds. */
export const now = (): number => Date.now()

const minute = signal(Math.floor(now() / minuteMs) * minuteMs)
setInterval(() => minute.write(Math.floor(now() / minuteMs) * minuteMs), 5000)

/** The start of the present minute; the component is drawn again when the next one begins. */
export const useMinute = (): number => useSignal(minute)
