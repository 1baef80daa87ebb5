// A website as answers show it.

import type { ReplayConfig, Website } from './store.ts'

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export const replayConfigOf = (website: { replayConfig: string | null }): ReplayConfig | null =>
  website.replayConfig === null ? null : (JSON.parse(website.replayConfig) as ReplayConfig)

const isRecorded = (config: ReplayConfig | null): boolean =>
  Boolean(config?.replayEnabled || config?.heatmapEnabled)

export function websiteRow(website: Website) {
  const replayConfig = replayConfigOf(website)
  return {
    id: website.id,
    name: website.name,
    domain: website.domain,
    resetAt: instant(website.resetAt),
    userId: website.userId,
    teamId: website.teamId,
    createdBy: website.createdBy,
    createdAt: instant(website.createdAt),
    updatedAt: instant(website.updatedAt),
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

/** What the recorder script asks for: public, and silent about websites that do not record. */
export function recorderConfig(website: Website | null) {
  const config = website ? replayConfigOf(website) : null
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
