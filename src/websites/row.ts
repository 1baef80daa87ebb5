// A website as answers show it.

import { Type as t } from '@sinclair/typebox'
import {
  deletedAtAnswer,
  idAnswer,
  instantAnswer,
  instantText,
  personAnswer,
} from '../http/answers.ts'
import { nullable } from '../http/input/fields.ts'
import type { ReplayConfig, Website } from './store.ts'

const rowAnswer = {
  id: idAnswer,
  name: t.String(),
  domain: nullable(t.String()),
  resetAt: nullable(instantAnswer),
  userId: nullable(idAnswer),
  teamId: nullable(idAnswer),
  createdBy: nullable(idAnswer),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
  deletedAt: deletedAtAnswer,
  recorderEnabled: t.Boolean(),
  replayConfig: nullable(t.Record(t.String(), t.Unknown())),
  shareId: nullable(t.String({ description: 'Slug of the newest share page.' })),
}

export const websiteAnswer = t.Object(rowAnswer)

export const ownedWebsiteAnswer = t.Object({ ...rowAnswer, user: t.Optional(personAnswer) })

export const teamWebsiteAnswer = t.Object({ ...rowAnswer, createUser: nullable(personAnswer) })

export const parseReplayConfig = (website: { replayConfig: string | null }): ReplayConfig | null =>
  website.replayConfig === null ? null : (JSON.parse(website.replayConfig) as ReplayConfig)

const isRecorded = (config: ReplayConfig | null): boolean =>
  Boolean(config?.replayEnabled || config?.heatmapEnabled)

export function websiteRow(website: Website) {
  const replayConfig = parseReplayConfig(website)
  return {
    id: website.id,
    name: website.name,
    domain: website.domain,
    resetAt: website.resetAt === null ? null : instantText(website.resetAt),
    userId: website.userId,
    teamId: website.teamId,
    createdBy: website.createdBy,
    createdAt: instantText(website.createdAt),
    updatedAt: instantText(website.updatedAt),
    deletedAt: null,
    recorderEnabled: isRecorded(replayConfig),
    replayConfig,
    shareId: website.shareId,
  }
}

/** The row with its owner, as lists of the owner's own websites show it. */
export const ownedWebsiteRow = (website: Website) => ({
  ...websiteRow(website),
  ...(website.userId === null
    ? {}
    : { user: { id: website.userId, username: website.username as string } }),
})

/** The row with its creator, as lists of a team's websites show it. */
export const teamWebsiteRow = (website: Website) => ({
  ...websiteRow(website),
  createUser:
    website.createdBy === null
      ? null
      : { id: website.createdBy, username: website.creatorName as string },
})

export const recorderAnswer = t.Object({
  enabled: t.Boolean(),
  replayEnabled: t.Optional(t.Boolean()),
  heatmapEnabled: t.Optional(t.Boolean()),
  sampleRate: t.Optional(t.Number()),
  heatmapSampleRate: t.Optional(t.Number()),
  maskLevel: t.Optional(t.String()),
  maxDuration: t.Optional(t.Integer({ description: 'Seconds.' })),
  blockSelector: t.Optional(t.String()),
})

/** What the recorder script asks for: public, and silent about websites that do not record. */
export function recorderConfig(website: Website | null) {
  const config = website ? parseReplayConfig(website) : null
  if (!config || !isRecorded(config)) return { enabled: false }
  return {
    enabled: true,
    replayEnabled: config.replayEnabled ?? false,
    heatmapEnabled: config.heatmapEnabled ?? false,
    sampleRate: config.sampleRate ?? 0.15,
    heatmapSampleRate: config.heatmapSampleRate ?? 0.15,
    maskLevel: config.maskLevel ?? 'moderate',
    // Seconds, as the specification has it.
    maxDuration: config.maxDuration ?? 300,
    blockSelector: config.blockSelector ?? '',
  }
}
