// /api/heartbeat: whether this instance can store and answer.

import { Type as t } from '@sinclair/typebox'
import type { EntityServices } from '../access/rule.ts'
import { anyone } from '../access/rule.ts'
import { cannotStore } from '../collect/store/apply/store-health.ts'
import type { Writer } from '../collect/store/writer.ts'
import type { EventStore } from '../db/duckdb/event-store.ts'
import { operationsWith } from '../http/endpoint.ts'

interface Services extends EntityServices {
  store: Pick<EventStore, 'ping'>
  writer: Pick<Writer, 'state' | 'losses'>
}

const { read } = operationsWith<Services>()

const healthAnswer = t.Object({
  ok: t.Literal(true),
  warnings: t.Optional(t.Array(t.String({ description: 'What an earlier crash or damage lost.' }))),
})

export const heartbeat = read('/api/heartbeat', {
  summary: 'Health: asks both databases, and whether events can be stored.',
  access: anyone,
  answer: healthAnswer,
  run: async ({ app, now }) => {
    const { state, losses } = app.writer
    if (state.name !== 'running') throw cannotStore(state, now, true)
    app.entities.query('select 1 from user limit 1').get()
    await app.store.ping()
    return losses.length > 0 ? { ok: true, warnings: losses } : { ok: true }
  },
})
