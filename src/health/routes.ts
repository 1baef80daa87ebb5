// /api/heartbeat: whether this instance can store and answer; /api/config: what clients may know.

import { anyone } from '../access/caller.ts'
import { cannotStore } from '../collect/store/apply/store-health.ts'
import { read } from '../http/endpoint.ts'
import { version } from '../version.ts'

export const healthOperations = [
  read('/api/heartbeat', {
    summary: 'Health: asks both databases, and whether events can be stored.',
    access: anyone,
    run: async ({ app, now }) => {
      const { state, losses } = app.writer
      if (state.name !== 'running') throw cannotStore(state, now, true)
      app.entities.query('select 1 from user limit 1').get()
      await app.events.ping()
      return losses.length > 0 ? { ok: true, warnings: losses } : { ok: true }
    },
  }),
  read('/api/config', {
    summary: 'What clients may know about this instance.',
    access: anyone,
    run: ({ app }) => ({
      cloudMode: false,
      privateMode: true,
      telemetryDisabled: true,
      updatesDisabled: true,
      ...(app.config.trackerScriptName.length > 0
        ? { trackerScriptName: app.config.trackerScriptName.join(',') }
        : {}),
      currentVersion: version,
    }),
  }),
]
