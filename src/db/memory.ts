// How much memory the event database may use on this machine.

import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** Memory this process may have, in MiB: the machine's, or its control group's when that is less. */
export function availableMemoryMb(): number {
  const limits = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'].map(
    (file) => {
      try {
        return Number(readFileSync(file, 'utf8').trim())
      } catch {
        // No control group of this version: the machine's own memory decides.
        return Number.NaN
      }
    },
  )
  const bytes = Math.min(totalmem(), ...limits.filter((limit) => limit > 0))
  return Math.floor(bytes / mebibyte)
}

/**
 * A quarter of the memory, at least what reports need. More than the upper limit makes none of them
 * faster: what does not fit is in the system's cache of files, and big hash tables are split earlier.
 */
export const defaultMemoryLimitMb = (): number =>
  Math.min(176, Math.max(96, Math.floor(availableMemoryMb() / 4)))

export const defaultThreads = (): number => Math.min(4, Math.max(1, availableParallelism()))
