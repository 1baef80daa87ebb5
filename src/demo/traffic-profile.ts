// When things happen: by day and night, weekday and weekend, and a little more from week to week.

import { hourMs } from '../time/durations.ts'

/** Parts of a day's traffic per hour of the day, UTC. */
const byHour = [
  22, 18, 15, 13, 14, 18, 27, 38, 49, 56, 60, 61, 60, 64, 68, 70, 68, 64, 58, 54, 50, 45, 37, 29,
]
/** Parts of a week's traffic per weekday, Sunday first. */
const byWeekday = [70, 104, 110, 112, 108, 100, 68]
/** How much busier the end is than the beginning. */
const growth = 1.6

interface Hour {
  /** Epoch milliseconds; the end is exclusive. */
  startAt: number
  endAt: number
  /** How many of all events belong to the hours up to and including this one, 0 to 1. */
  share: number
}

/** The hours between two instants, the first and last one possibly cut short. */
export function hoursBetween(startAt: number, endAt: number): Hour[] {
  const hours: Hour[] = []
  let total = 0
  for (let at = startAt; at < endAt; ) {
    const next = Math.min(endAt, (Math.floor(at / hourMs) + 1) * hourMs)
    const date = new Date(at)
    const busy = (byHour[date.getUTCHours()] as number) * (byWeekday[date.getUTCDay()] as number)
    const grown = 1 + ((growth - 1) * (at - startAt)) / (endAt - startAt)
    total += ((busy * (next - at)) / hourMs) * grown
    hours.push({ startAt: at, endAt: next, share: total })
    at = next
  }
  for (const hour of hours) hour.share /= total
  return hours
}
