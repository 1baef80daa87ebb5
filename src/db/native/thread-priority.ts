// Reading must not delay collecting. The engine's threads and those its calls wait on would take
// both processors of a small machine; below the main thread, which answers requests, they take what
// it leaves.

import { dlopen, FFIType } from 'bun:ffi'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Nice value: a third of the main thread's share when both want a processor. With 10 the journal,
 * which these threads write too, gets a tenth of a processor next to other busy programs.
 */
const niceValue = 5
const processPriority = 0
/** What the runtime calls the threads of its pool; the engine's own inherit the name. */
const poolName = /^Bun Pool/

/** Lowers threads of the pool that were made since the last call. */
type LowerThreads = () => void

/** What lowers the priority of the pool's threads; it can be called often. */
export function openThreadPriority(): LowerThreads {
  const seen = new Set<string>()
  const libc = openLibc()
  return () => {
    const threads = libc ? threadsOfProcess() : []
    if (threads.length === seen.size && threads.every((thread) => seen.has(thread))) return
    for (const thread of threads) {
      if (seen.has(thread)) continue
      seen.add(thread)
      if (!poolName.test(readThreadName(thread))) continue
      libc?.symbols.setpriority(processPriority, Number(thread), niceValue)
    }
    for (const thread of seen) if (!threads.includes(thread)) seen.delete(thread)
  }
}

function openLibc() {
  if (process.platform !== 'linux') return null
  return dlopen('libc.so.6', {
    setpriority: { args: [FFIType.i32, FFIType.u32, FFIType.i32], returns: FFIType.i32 },
  })
}

const folder = '/proc/self/task'

function threadsOfProcess(): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // A container may hide it; then all threads have the same share.
    return []
  }
}

function readThreadName(thread: string): string {
  try {
    return readFileSync(`${folder}/${thread}/comm`, 'utf8')
  } catch {
    // It has ended.
    return ''
  }
}
