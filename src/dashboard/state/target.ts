// What statistics are shown of: a website, link or pixel, or the part of it that a share page opens.

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Section } from '../../access/sections.ts'
import { type TargetKind, targetKinds } from '../../access/target-kind.ts'

/** The kind that the first segment of an address names: websites, links, pixels. */
export const findKind = (segment: string | undefined): TargetKind | undefined =>
  targetKinds.find((kind) => `${kind}s` === segment)

export interface Target {
  id: string
  kind: TargetKind
  name: string
  domain: string | null
  /** Path of its pages: /websites/<id> or /share/<slug>. */
  root: string
  /** Seen through a share page: nothing can be changed. */
  isShared: boolean
  /** Whether the reader may change it and what is saved of it. */
  mayChange: boolean
  /** Sections that may be shown; `null` means all. */
  sections: readonly Section[] | null
  /** Whether the reader may narrow what is shown. */
  mayFilter: boolean
}

const context = createContext<Target | null>(null)

export const TargetProvider = context.Provider

/** The target that the page is about. Throws outside of a page of one. */
export function useTarget(): Target {
  const target = useContext(context)
  if (!target) throw new Error('This component belongs on a page of a website, link or pixel.')
  return target
}

const websites: readonly TargetKind[] = ['website']

/** The kinds of targets that have a section; none for a section without a page. */
const sectionKinds: Record<Section, readonly TargetKind[]> = {
  overview: targetKinds,
  realtime: targetKinds,
  sessions: targetKinds,
  events: websites,
  revenue: websites,
  performance: websites,
  goals: websites,
  funnels: websites,
  journeys: websites,
  retention: websites,
  attribution: websites,
  breakdown: websites,
  utm: websites,
  compare: [],
}

/** Whether targets of a kind have a section. */
export const hasSection = (kind: TargetKind, section: Section): boolean =>
  sectionKinds[section].includes(kind)

/** Whether the reader may see a section. */
export const opensSection = (target: Target, section: Section): boolean =>
  target.sections === null || target.sections.includes(section)

/** Whether the reader may see who visitors are; otherwise the server masks their names and ids. */
export const showsPeople = (target: Target): boolean => opensSection(target, 'sessions')

/** The path of a statistic of a target. */
export const statisticPath = (target: Target, name: string): string =>
  `/api/websites/${target.id}/${name}`
