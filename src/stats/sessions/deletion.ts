// Deleting a session: all rows of one visitor go, everywhere, for good.

import { okAnswer } from '../../http/answers.ts'
import { operationsWith } from '../../http/endpoint.ts'
import { deleteTargetData } from '../../targets/access.ts'
import { createSessionErasure } from '../../targets/session-erasures.ts'
import { secondMs } from '../../time/durations.ts'
import type { StatsServices } from '../input/services.ts'
import { findStoredSession } from './session.ts'

interface DeletionServices extends StatsServices {
  jobs: {
    /** Runs a job and waits for it, at most so many milliseconds. */
    runWithin: (job: 'eraseSessions', ms: number) => Promise<boolean>
  }
}

/** While the event file is rewritten, the erasure follows the answer. */
const longestWaitMs = 10 * secondMs

const { remove } = operationsWith<DeletionServices>()

export const sessionDeletion = remove('/api/websites/:websiteId/sessions/:sessionId', {
  summary: 'Delete a session with all its rows, for good.',
  access: deleteTargetData,
  answer: okAnswer,
  run: async ({ app, subject, params, reauthorize, now }) => {
    const session = await findStoredSession(app.events, subject, params.sessionId ?? '')
    reauthorize()
    const erasure = { number: subject.number, sessionId: session.id }
    createSessionErasure(app.entities, erasure, now)
    await app.jobs.runWithin('eraseSessions', longestWaitMs)
    return { ok: true }
  },
})
