// What the holder of a share token may see.

import type { Section } from './sections.ts'

/** What a share token opens: one entity, or the entities of a board. */
export interface ShareGrant {
  shareId: string
  /** Ids of the websites, links and pixels that may be read. */
  targets: readonly string[]
  boardId: string | null
  /** Sections that are open; `null` opens all of them. */
  sections: readonly Section[] | null
  allowsFilters: boolean
}

/** Whether a share token shows a section; `null` asks for any. */
export const opens = (grant: ShareGrant, section: Section | null): boolean =>
  grant.sections === null ||
  (section === null ? grant.sections.length > 0 : grant.sections.includes(section))

/** Whether a share token hides what distinguishes people: it is part of the sessions. */
export const hidesPeople = (grant: ShareGrant | null): boolean =>
  grant !== null && !opens(grant, 'sessions')
