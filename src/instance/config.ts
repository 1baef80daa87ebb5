// /api/config: what clients may know about this instance.

import { Type as t } from '@sinclair/typebox'
import type { EntityServices } from '../access/rule.ts'
import { anyone } from '../access/rule.ts'
import type { Config } from '../config.ts'
import { operationsWith } from '../http/endpoint.ts'
import { version } from '../version.ts'

interface Services extends EntityServices {
  config: Pick<Config, 'trackerScriptName'>
}

const { read } = operationsWith<Services>()

const configAnswer = t.Object({
  cloudMode: t.Literal(false),
  privateMode: t.Literal(true),
  telemetryDisabled: t.Literal(true),
  updatesDisabled: t.Literal(true),
  trackerScriptName: t.Optional(
    t.String({ description: 'Further names of the script, with commas.' }),
  ),
  currentVersion: t.String(),
})

export const instanceConfig = read('/api/config', {
  summary: 'What clients may know about this instance.',
  access: anyone,
  answer: configAnswer,
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
})
