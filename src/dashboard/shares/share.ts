// Share pages as the server describes them, and the sections that can be opened.

import { openSections, type Section, sections } from '../../access/sections.ts'
import { hasSection } from '../state/target.ts'
import { type MessageKey, t } from '../text/messages.ts'

export interface Share {
  id: string
  name: string
  slug: string
  parameters: Record<string, unknown>
}

/** What can be shared. */
export interface Shared {
  kind: 'website' | 'link' | 'pixel' | 'board'
  id: string
  name: string
}

/** The server's numbers for what is shared. */
export const shareTypes = { website: 1, link: 2, pixel: 3, board: 4 } as const

const keys: Record<Section, MessageKey> = {
  overview: 'section.overview',
  events: 'section.events',
  sessions: 'section.sessions',
  realtime: 'section.realtime',
  revenue: 'section.revenue',
  attribution: 'section.attribution',
  breakdown: 'section.breakdown',
  funnels: 'section.funnels',
  goals: 'section.goals',
  journeys: 'section.journeys',
  performance: 'section.performance',
  retention: 'section.retention',
  utm: 'section.utm',
  compare: 'section.compare',
}

export const sectionName = (section: Section): string => t(keys[section])

/** The sections that a share page of a kind can show; a board shows those of websites. */
export const offeredSections = (kind: Shared['kind']): Section[] =>
  sections.filter((section) => hasSection(kind === 'board' ? 'website' : kind, section))

/** The open sections of a share page in words. */
export function openText({ parameters }: Share): string {
  const open = openSections(parameters)
  if (open === null) return t('shares.allSections')
  return open.map(sectionName).join(', ') || t('shares.noSection')
}
