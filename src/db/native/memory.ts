// How much memory and how many threads the event database may use on this machine.

import { availableParallelism, totalmem } from 'node:os'
import { controlGroupLimit } from './control-group.ts'

const mebibyte = 1024 * 1024

/** Hosts of less memory, in MiB, do fewer things at once: those of 512 MB, not those of 1 GB. */
const smallHostMb = 900
/** In MiB. Below it the longest reports fail; above it none is faster (test/bench/history.md). */
const leastLimitMb = 96
const mostLimitMb = 176
const shareOfMemory = 5 / 16

/** Memory this process may have, in MiB: the machine's, or its control group's when that is less. */
export const availableMemoryMb = (): number =>
  Math.floor(Math.min(totalmem(), controlGroupLimit()) / mebibyte)

/** What the event database may take of so much memory (MiB), and how much it does at once. */
interface EngineShare {
  memoryLimitMb: number
  threads: number
  /** How many queries run at once. */
  readers: number
}

/**
 * A share of the memory, at least what reports need. More than the upper limit makes none of them
 * faster: what does not fit is in the system's cache of files, and big hash tables are split earlier.
 * Each thread and each query has buffers of its own, so a small host gets fewer of both.
 */
export function engineShare(memoryMb: number, processors: number): EngineShare {
  const isSmall = memoryMb < smallHostMb
  return {
    memoryLimitMb: clamp(Math.floor(memoryMb * shareOfMemory), leastLimitMb, mostLimitMb),
    threads: Math.min(isSmall ? 2 : 4, Math.max(1, processors)),
    readers: isSmall ? 2 : 4,
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export const defaultEngineShare = (): EngineShare =>
  engineShare(availableMemoryMb(), availableParallelism())
