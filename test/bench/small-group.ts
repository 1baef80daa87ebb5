// A control group with little memory, for a server under measurement. Needs root on Linux.

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallGroup {
  /** Makes a command that runs in the group. */
  within: (command: readonly string[]) => string[]
  /** The most memory ever charged to the group, in MB: also the system's cache of its files. */
  peakMb: () => number
  /** How often its processes were ended because there was no more. */
  kills: () => number
  /** Removes the group, whose processes have ended. */
  remove: () => void
}

const mebibyte = 1024 * 1024

/** Makes a group of version 1 or 2, whichever limits memory here. Throws when neither can be made. */
export function makeSmallGroup(memoryMb: number): SmallGroup {
  const isFirst = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')
  const folder = join(
    isFirst ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup',
    `footfall-bench-${process.pid}`,
  )
  if (!isFirst) writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+memory')
  mkdirSync(folder)
  const write = (name: string) => writeFileSync(join(folder, name), String(memoryMb * mebibyte))
  write(isFirst ? 'memory.limit_in_bytes' : 'memory.max')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    within: (command) => [
      'sh',
      '-c',
      `echo $$ > ${folder}/cgroup.procs; exec "$@"`,
      'sh',
      ...command,
    ],
    peakMb: () => Number(read(isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak')) / mebibyte,
    kills: () =>
      Number(
        /oom_kill (\d+)/.exec(read(isFirst ? 'memory.oom_control' : 'memory.events'))?.[1] ?? 0,
      ),
    remove: () => rmdirSync(folder),
  }
}
