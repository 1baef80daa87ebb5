// The pool of threads on which DuckDB's calls, password hashing and file reads wait.

import { dlopen, FFIType } from 'bun:ffi'

/** Enough for every reader, the writer, compaction, health and password hashing at once. */
export const poolThreads = 10

/**
 * Makes the runtime's thread pool wide enough. Bun takes one thread per processor, so on a small
 * machine two long reports would hold every thread and the writer's commit would wait seconds. The
 * pool is made at its first use and reads the C environment then, which `process.env` does not
 * reach; so this must run before anything else does asynchronous work.
 */
export function widenThreadPool(): void {
  // Elsewhere the library has another name, and the runtime keeps the pool that it makes by itself.
  if (process.env.UV_THREADPOOL_SIZE || process.platform !== 'linux') return
  const libc = dlopen('libc.so.6', {
    setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
  })
  const text = (value: string) => Buffer.from(`${value}\0`)
  libc.symbols.setenv(text('UV_THREADPOOL_SIZE'), text(String(poolThreads)), 1)
  libc.close()
}
