/** A website as its settings need it. */
export interface Website {
  id: string
  name: string
  domain: string | null
  userId: string | null
  teamId: string | null
  replayConfig: ReplayConfig | null
}

/** What is recorded for replay and heatmaps; what is left out is as the server has it by default. */
export interface ReplayConfig {
  replayEnabled?: boolean
  heatmapEnabled?: boolean
  /** Shares of sessions, 0 to 1. */
  sampleRate?: number
  heatmapSampleRate?: number
  maskLevel?: 'strict' | 'moderate'
  /** Seconds. */
  maxDuration?: number
  blockSelector?: string
}
