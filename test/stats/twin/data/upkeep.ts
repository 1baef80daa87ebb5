// What happens to the stored rows besides new ones: nothing of it changes an answer.

import { compactEvents } from '../../../../src/jobs/compact.ts'
import type { TestServer } from '../../../support/app.ts'

/** Deletes a website, and rows that nobody may see any more, a reset's too. */
export async function eraseWebsite(server: TestServer, id: string): Promise<void> {
  const answer = await server.ask(`/api/websites/${id}`, { method: 'DELETE' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await server.app.jobs.run('erase')
}

/** Rewrites the event file, however little of it is waste. */
export async function compact({ app, dataDir }: TestServer): Promise<void> {
  const job = { ...app, dataDir, minBytes: 0, minWaste: Number.NEGATIVE_INFINITY }
  const isReplaced = await compactEvents(job, new AbortController().signal)
  if (!isReplaced) throw new Error('The event file was not compacted.')
}
