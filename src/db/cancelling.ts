// Whose request a query serves: a caller that goes away interrupts the queries made for it.

import { AsyncLocalStorage } from 'node:async_hooks'

/** The signal of the request being answered; queries made within `run` obey it. */
export const cancelling = new AsyncLocalStorage<AbortSignal>()
