// Whose request a query serves: a caller that goes away interrupts the queries made for it, and
// connections are shared fairly between callers.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { SemaphoreCaller } from '../lib/semaphore.ts'

interface RequestContext {
  signal: AbortSignal
  caller: SemaphoreCaller
}

/** The request being answered; queries made within `run` are made for it. */
export const requestContext = new AsyncLocalStorage<RequestContext>()

/** Who reads outside of any request: jobs, and the start. */
export const systemCaller: SemaphoreCaller = { key: 'system', isLimited: false }
